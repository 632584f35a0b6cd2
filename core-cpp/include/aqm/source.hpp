// Sources of traffic: what an application gives its host to send, and when. A kind is one file in src/sources/, registered by its
// last line; the hosts, TCP and the network are the packet simulator's.
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
  new_connection,   ///< it begins with a handshake and the initial window
  same_connection,  ///< windows and round-trip times are those that the transfer before has left
  resting           ///< one that is open and was not the last to be used: it begins with the initial window
};

/// What a sending host does for its application.
class Host {
 public:
  virtual Time now() const = 0;
  virtual Rng& rng() = 0;
  /// UDP: one IP packet of that many bytes.
  virtual void send(int bytes) = 0;
  /// TCP: so many bytes of payload; infinite: without end. The one before has been delivered.
  virtual void transfer(double bytes, TransferOver over) = 0;
  /// TCP: the receiver asks for a transfer with so many bytes of payload, over a new connection after its handshake. They go the other
  /// way, a lost packet of them again after a second and then twice as long each time (RFC 6298), of long ones the first ten packets
  /// (RFC 6928). The one before has arrived.
  virtual void request(double bytes, TransferOver over) = 0;
  /// `Application::wake` is wanted at `at`; the last wish holds.
  virtual void wake(Time at) = 0;

 protected:
  ~Host() = default;
};

/// One flow's application. Nothing is asked of it before its start nor after its stop.
class Application {
 public:
  virtual ~Application() = default;
  virtual void start(Host& host) = 0;
  virtual void wake(Host&) {}
  /// All of the request has come.
  virtual void requested(Host&) {}
  /// All bytes of the transfer have been acknowledged.
  virtual void delivered(Host&) {}
};

/// An exponential time with that mean.
Time exponential(Rng& rng, double mean_s);

/// What a kind of traffic is to the people behind it.
struct Felt {
  double speech = 0;    ///< s of speech in each packet; 0: it is no call
  bool frames = false;  ///< packets that are sent together are a frame of a video
};

/// A catalogue entry.
class SourceKind {
 public:
  virtual ~SourceKind() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view name() const = 0;    ///< "FTP", "constant bit rate"
  virtual std::string_view help() const = 0;    ///< one sentence a teacher would say
  virtual std::string_view source() const = 0;  ///< where it is defined; may be empty
  virtual Transport transport() const = 0;
  virtual std::span<const ParamSpec> params() const = 0;
  /// Each value by itself.
  virtual Issues check(std::span<const Span> values) const = 0;
  /// Whether what it sends does not vary (the fluid model has its mean).
  virtual bool steady() const = 0;
  /// What it is to those who use it, at the middle of its spans.
  virtual Felt felt(std::span<const Span> values, int packet_size) const = 0;
  /// Long-run rate of one flow at the middle of its spans, bit/s on the wire; infinite: as much as TCP gets.
  virtual double mean_rate(std::span<const Span> values, int packet_size) const = 0;
  /// The parameters of one flow: spans are drawn in table order. Values must have passed `check`.
  virtual std::unique_ptr<Application> make(std::span<const Span> values, int packet_size, Rng& draws) const = 0;
};

/// All of them, sorted by id.
std::span<const SourceKind* const> sources();
/// The one of that id, or null.
const SourceKind* find_source(std::string_view id);
/// Sets a source's own parameter in a row by its name; false when the row's kind has none of that name.
bool set_value(TrafficGroup& row, std::string_view name, Span value);

}  // namespace aqm
