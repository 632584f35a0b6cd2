// What a link does when its rate, delay and loss change at given times. Every change is known from the start, so a transmission that
// lasts over some of them, or over a time without any rate, ends where the integral of the rate has carried its last byte: it needs no
// event of its own.
#pragma once
#include <span>
#include <vector>

#include "aqm/scenario.hpp"
#include "aqm/time.hpp"

namespace aqm {

class LinkSchedule {
 public:
  /// `link` has passed its check; `loss` holds until a change says otherwise.
  LinkSchedule(const LinkConfig& link, double loss);

  /// True when nothing ever changes: what holds at the start will do then.
  bool fixed() const { return pieces_.size() == 1 && pieces_.front().rate > 0; }
  double first_rate() const { return pieces_.front().rate; }
  Time first_delay() const { return pieces_.front().delay; }
  double first_loss() const { return pieces_.front().loss; }

  /// When the last of `bytes` has left that begin to leave at `start`; kNever when the rate is 0 from then on.
  Time transmitted(Time start, int bytes) const;
  /// When what leaves at `at` reaches the other end. A link keeps the order of its packets when its delay falls: those behind catch up
  /// with the last of the slow ones and come with it.
  Time reached(Time at) const;
  double loss(Time at) const { return piece_at(at).loss; }
  /// Mean rate over [from, to), bit/s.
  double mean_rate(Time from, Time to) const;

 private:
  struct Piece {
    Time from;
    double rate;             ///< bit/s
    Time delay, not_before;  ///< nothing that leaves in this piece arrives before that
    double loss;
  };
  std::size_t index_at(Time at) const;
  const Piece& piece_at(Time at) const { return pieces_[index_at(at)]; }
  Time end_of(std::size_t piece) const { return piece + 1 < pieces_.size() ? pieces_[piece + 1].from : kNever; }

  std::vector<Piece> pieces_;
};

}  // namespace aqm
