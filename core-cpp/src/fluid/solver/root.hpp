// Finds where a continuous function of the place in a step changes sign.
#pragma once
#include <cmath>

namespace aqm::fluid {

/// A root of f in [a, b], given f(a) = fa and f(b) = fb of different signs (or zero): regula falsi with the Illinois
/// weights, limited by bisection. The search ends when the bracket is as narrow as `width` or f vanishes. The caller is
/// asked for f at `place`, so that a search can stop between two evaluations.
class RootSearch {
 public:
  RootSearch(double a, double fa, double b, double fb, double width) : a_(a), fa_(fa), b_(b), fb_(fb), width_(width) {
    if (fa == 0)
      end(a);
    else if (fb == 0)
      end(b);
    else
      choose();
  }
  bool done() const { return done_; }
  /// Where f is needed next; at the end, the root.
  double place() const { return x_; }
  void tell(double fx) {
    if (fx == 0) return end(x_);
    if ((fx > 0) == (fb_ > 0)) {
      fa_ *= 0.5;  // the other end did not move: give it less weight
    } else {
      a_ = b_;
      fa_ = fb_;
    }
    b_ = x_;
    fb_ = fx;
    ++i_;
    choose();
  }

 private:
  void choose() {
    if (!(i_ < 100 && std::abs(b_ - a_) > width_)) return end(b_);
    // Every fourth place is in the middle, so that no function is slow for ever.
    x_ = i_ % 4 == 3 ? 0.5 * (a_ + b_) : b_ - fb_ * (b_ - a_) / (fb_ - fa_);
    if (!(x_ > std::fmin(a_, b_) && x_ < std::fmax(a_, b_))) x_ = 0.5 * (a_ + b_);
  }
  void end(double root) {
    x_ = root;
    done_ = true;
  }

  double a_, fa_, b_, fb_, width_, x_ = 0;
  int i_ = 0;
  bool done_ = false;
};

template <class F>
double find_root(const F& f, double a, double fa, double b, double fb, double width = 1e-15) {
  RootSearch search(a, fa, b, fb, width);
  while (!search.done()) search.tell(f(search.place()));
  return search.place();
}

}  // namespace aqm::fluid
