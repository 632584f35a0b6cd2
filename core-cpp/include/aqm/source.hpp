// Sources of traffic: what an application gives its host to send, and when. Each kind is one file in src/sources/ and
// is registered by the last line of that file. Hosts, TCP and the network belong to the packet simulator.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "aqm/parameters.hpp"
#include "aqm/rng.hpp"
#include "aqm/scenario.hpp"
#include "aqm/time.hpp"

namespace aqm {

enum class Transport : int { tcp, udp };

/// The connection that carries a transfer.
enum class TransferOver : int {
  new_connection,   ///< the connection is new: it begins with a handshake and the initial window
  same_connection,  ///< windows and round-trip times continue from the previous transfer
  resting           ///< an open connection that was not the last one used: it begins with the initial window
};

/// What a sending host does for its application.
class Host {
 public:
  virtual Time now() const = 0;
  virtual Rng& rng() = 0;
  /// UDP: one IP packet of that many bytes.
  virtual void send(int bytes) = 0;
  /// TCP: a transfer of so many bytes of payload; infinite: without end. The previous transfer must have been
  /// delivered.
  virtual void transfer(double bytes, TransferOver over) = 0;
  /// TCP: the receiver requests a transfer with so many bytes of payload, over a new connection after its handshake.
  /// The request travels in the other direction. A lost packet of it is sent again after one second, and then after
  /// twice as long each time (RFC 6298); a long request sends its first ten packets at once (RFC 6928). The previous
  /// request must have arrived.
  virtual void request(double bytes, TransferOver over) = 0;
  /// Asks for a call of `Application::wake` at `at`; a later request replaces an earlier one.
  virtual void wake(Time at) = 0;

 protected:
  ~Host() = default;
};

/// One flow's application. It is never called before its start or after its stop.
class Application {
 public:
  virtual ~Application() = default;
  virtual void start(Host& host) = 0;
  virtual void wake(Host&) {}
  /// The whole request has arrived.
  virtual void requested(Host&) {}
  /// All bytes of the transfer have been acknowledged.
  virtual void delivered(Host&) {}
};

/// An exponentially distributed time with that mean.
Time exponential(Rng& rng, double mean_s);

/// What the people who use this kind of traffic notice.
struct Felt {
  double speech = 0;    ///< s of speech in each packet; 0: this is not a call
  bool frames = false;  ///< packets that are sent together form a video frame
};

/// A catalogue entry.
class SourceKind {
 public:
  virtual ~SourceKind() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view name() const = 0;    ///< "FTP", "constant bit rate"
  virtual std::string_view help() const = 0;    ///< one sentence as a teacher would say it
  virtual std::string_view source() const = 0;  ///< the reference that defines it; may be empty
  virtual Transport transport() const = 0;
  virtual std::span<const ParamSpec> params() const = 0;
  /// Each value by itself.
  virtual Issues check(std::span<const Span> values) const = 0;
  /// Whether its rate is constant (the fluid model has its mean).
  virtual bool steady() const = 0;
  /// What its users notice, at the middle of its spans.
  virtual Felt felt(std::span<const Span> values, int packet_size) const = 0;
  /// Long-run rate of one flow at the middle of its spans, bit/s on the wire; infinite: as much as TCP gets.
  virtual double mean_rate(std::span<const Span> values, int packet_size) const = 0;
  /// The application of one flow, whose parameters are drawn from the spans in table order. Values must have passed
  /// `check`.
  virtual std::unique_ptr<Application> make(std::span<const Span> values, int packet_size, Rng& draws) const = 0;
};

/// All kinds, sorted by id.
std::span<const SourceKind* const> sources();
/// The kind with that id, or null.
const SourceKind* find_source(std::string_view id);
/// Sets a source's own parameter in a row by its name; false if the row's kind has no such parameter.
bool set_value(TrafficGroup& row, std::string_view name, Span value);

}  // namespace aqm
