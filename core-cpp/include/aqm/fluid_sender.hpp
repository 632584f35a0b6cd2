// A sender's window in the fluid model: its equation and its constants.
#pragma once

namespace aqm {

/// How the window of a sender responds.
enum class FluidTcp : int {
  reno,  ///< dW/dt = a/R - b W W(theta) p(theta) / R(theta)                       (Misra, Gong and Towsley 2000)
  reno_clocked,  ///< the same window, but acknowledgements clock the sending: src/fluid/model/windows.hpp
  reno_acks,  ///< dW/dt = W(theta)/R(theta) (a (1 - p(theta)) / W - b p(theta) W)      (Low, Paganini and Doyle 2002)
  cubic,      ///< W = c (s - cbrt(b W_max / c))^3 + W_max                               (RFC 9438 section 4.1)
  dctcp,      ///< dW/dt = a/R - W alpha p(theta) / (2 R)                  (Alizadeh, Javanmard and Prabhakar 2011)
  prague,  ///< as dctcp in a virtual round trip V of at least 25 ms, by unmarked segments: src/fluid/model/windows.hpp
  scalable_control,  ///< dW/dt = g/R (R x_max exp(-alpha q/(M R)) - W)      (Low, Paganini, Wang and Doyle 2003)
  reno_recovery,     ///< losses are repaired: recovery and time-outs, three compartments, src/fluid/model/recovery.hpp
  cubic_recovery     ///< the same with CUBIC's growth and decrease
};

/// The counterpart of a congestion control.
struct FluidSender {
  FluidTcp tcp = FluidTcp::reno;
  double decrease = 0.5;                     ///< b: the share of the window that a loss removes
  double scaling = 0.4;                      ///< c of CUBIC, packets/s^3
  double gain = 1.0 / 16;                    ///< g of DCTCP and Prague, the weight of the scalable control
  double virtual_trip = 0;                   ///< of Prague, s
  double rate = 0;                           ///< x_max of the scalable control, packets/s
  double price_gain = 0;                     ///< its alpha / (M ln phi), s
  bool needs_marks = false;                  ///< without marks it responds as Reno does
  const char* none = nullptr;                ///< why there is no counterpart
  const char* none_without_marks = nullptr;  ///< why there is no counterpart if nothing is marked
};

}  // namespace aqm
