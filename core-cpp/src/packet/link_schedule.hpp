// The behaviour of a link whose rate, delay and loss change at given times. Every change is known from the start. So a
// transmission across some of the changes, or across a time without any rate, ends when the integral of the rate covers
// its last byte, and needs no event of its own.
#pragma once
#include <span>
#include <vector>

#include "aqm/scenario.hpp"
#include "aqm/time.hpp"

namespace aqm {

class LinkSchedule {
 public:
  /// `link` has passed its check; `loss` holds until a change sets another value.
  LinkSchedule(const LinkConfig& link, double loss);

  /// True if nothing ever changes: the values at the start always hold.
  bool fixed() const { return pieces_.size() == 1 && pieces_.front().rate > 0; }
  double first_rate() const { return pieces_.front().rate; }
  Time first_delay() const { return pieces_.front().delay; }
  double first_loss() const { return pieces_.front().loss; }

  /// When the last of `bytes` that begin to leave at `start` has left; kNever if the rate is 0 from then on.
  Time transmitted(Time start, int bytes) const;
  /// When a packet that leaves at `at` reaches the other end. A link keeps the order of its packets when its delay
  /// falls: later packets catch up with the last of the slow ones and arrive with it.
  Time reached(Time at) const;
  double loss(Time at) const { return piece_at(at).loss; }
  /// Mean rate over [from, to), bit/s.
  double mean_rate(Time from, Time to) const;

 private:
  struct Piece {
    Time from;
    double rate;             ///< bit/s
    Time delay, not_before;  ///< no packet that leaves in this piece arrives before this time
    double loss;
  };
  std::size_t index_at(Time at) const;
  const Piece& piece_at(Time at) const { return pieces_[index_at(at)]; }
  Time end_of(std::size_t piece) const { return piece + 1 < pieces_.size() ? pieces_[piece + 1].from : kNever; }

  std::vector<Piece> pieces_;
};

}  // namespace aqm
