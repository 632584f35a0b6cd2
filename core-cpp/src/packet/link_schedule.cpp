#include "link_schedule.hpp"

#include <algorithm>

namespace aqm {

LinkSchedule::LinkSchedule(const LinkConfig& link, double loss)
    : pieces_{{0, link.rate, from_seconds(link.delay), 0, loss}} {
  for (const LinkChange& change : link.changes) {
    Piece next = pieces_.back();
    next.from = from_seconds(change.time);
    next.not_before = std::max(next.not_before, next.from + next.delay);
    if (change.rate >= 0) next.rate = change.rate;
    if (change.delay >= 0) next.delay = from_seconds(change.delay);
    if (change.loss >= 0) next.loss = change.loss;
    if (next.from == 0) {  // nothing has left yet
      next.not_before = 0;
      pieces_.clear();
    }
    pieces_.push_back(next);
  }
}

std::size_t LinkSchedule::index_at(Time at) const {
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), at, [](Time t, const Piece& piece) { return t < piece.from; });
  return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
}

Time LinkSchedule::transmitted(Time start, int bytes) const {
  double left = bytes;
  for (std::size_t k = index_at(start); k < pieces_.size(); ++k) {
    const double rate = pieces_[k].rate;
    const Time end = end_of(k);
    const double room = end == kNever ? kInfinity : static_cast<double>(end - start) * rate / 8e9;
    // The same as over a link that never changes, to the nanosecond.
    if (rate > 0 && left <= room) return start + static_cast<Time>(left * (8e9 / rate) + 0.5);
    left -= rate > 0 ? room : 0;
    start = end;
  }
  return kNever;
}

Time LinkSchedule::reached(Time at) const {
  const Piece& piece = piece_at(at);
  return std::max(at + piece.delay, piece.not_before);
}

double LinkSchedule::mean_rate(Time from, Time to) const {
  double bits = 0;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Time begin = std::max(from, pieces_[k].from), end = std::min(to, end_of(k));
    if (end > begin) bits += static_cast<double>(end - begin) * pieces_[k].rate;
  }
  return to > from ? bits / static_cast<double>(to - from) : 0;
}

}  // namespace aqm
