// What the senders of a row of traffic do, as their end of a connection reads it.
#pragma once
#include <cstdint>

#include "aqm/congestion_control.hpp"
#include "aqm/scenario.hpp"
#include "aqm/time.hpp"
#include "sender_extras.hpp"

namespace aqm {

struct TcpOptions {
  const Controller* control = nullptr;  ///< must be set
  bool classic_recovery = false;        ///< fast recovery ends with the first new acknowledgement (RFC 2581)
  bool sack = true;
  bool ecn = false;
  bool echo_pause = false;    ///< the window does not grow while echoes arrive
  bool timer_restart = true;  ///< by a fast retransmission
  bool handshake = true;      ///< one round trip before the first segment
  double initial_window = 2;  ///< segments
  Time min_rto = 200'000'000;
  std::uint32_t receiver_window = UINT32_MAX;  ///< segments
  FlightEstimate flight = FlightEstimate::outstanding;
  RateReduction prr = RateReduction::rfc6937;
  bool hystart = false;  ///< RFC 9406
  bool abe = false;      ///< RFC 8511
  bool paced = false;
  Bursts bursts;
  bool rack = false;       ///< RFC 8985, for rows with SACK
  Time max_ack_delay = 0;  ///< of the receiver
  bool records = false;    ///< the sender records when each segment was sent
  /// each sender has a SenderExtras block; a sender without one uses none of the features in this structure
  bool extras = false;
  bool events = false;  ///< its congestion control, or HyStart++, reads the acknowledgement events

  /// Derives the options that follow from others. Called when the others have been set.
  void settle() {
    const Controller::Asks& asks = control->asks;
    paced = paced || asks.paces;
    abe = abe && !control->accurate_echo && !control->counts_marks;
    bursts.seconds = control->burst_seconds;
    bursts.least = control->burst_least;
    events = asks.events || hystart || rack;
    records = asks.steer || rack;
    extras = control->state_bytes > Controller::kInline || paced || hystart || records || control->counts_marks;
  }
};

}  // namespace aqm
