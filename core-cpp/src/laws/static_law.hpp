// A drop curve over the average queue, p = F(x), with x' = K (q - x), K = weight C: the fluid counterpart of RED and of
// every member of its family whose law has no state of its own.
//
// The curve itself is the scheme's pure law. The solver reads it through a table that is made once: on each piece
// between two knots it has polynomials of degree at most seven, exact for the polynomial laws and to 1e-14 for the
// others. So the inner loop has no call through a pointer, and the curve has a smooth continuation beyond its knots,
// which a step across a knot needs (history.hpp).
#pragma once
#include <functional>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "smeared.hpp"

namespace aqm::fluid {

class StaticLaw final : public FluidLaw {
 public:
  /// `curve`: p in [0, 1] over the average; `knots`: where it has kinks or jumps, ascending;
  /// `weight`: -ln(1 - w_q), the average's rate per packet that the link serves;
  /// `extent`: the end of the table, packets; beyond it the curve is constant;
  /// `ramps`: lines that it has in place of jumps; `drops_marked(x)`: as for FluidLaw, 0 if there is none.
  StaticLaw(const std::function<double(double)>& curve, std::vector<double> knots, double weight, double extent,
            std::vector<Ramp> ramps = {}, std::function<double(double)> drops_marked = {});

  const StaticLaw* table() const override { return this; }
  int states() const override { return 1; }
  FluidStateInfo state(int) const override { return {"avg", "packets", 1}; }
  void start(const FluidQueue& queue, double* z, FluidMemory& memory) const override;
  void settle(const FluidQueue&, const double* z, FluidMemory& memory) const override;

  double probability(const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    return curve(z[0], memory.piece);
  }
  double drops_marked(int, const FluidQueue&, const double* z, const FluidMemory&) const override {
    return drops_marked_ ? drops_marked_(z[0]) : 0;
  }
  bool has_ramps() const override { return !ramps_.empty(); }
  bool on_jump(const double* z) const override { return ramp_at(ramps_, z[0]) != nullptr; }
  void rates(const FluidQueue& queue, const double* z, const FluidMemory&, double* dz) const override {
    dz[0] = weight_ * queue.capacity * (queue.q - z[0]);
  }

  /// Guard 0: the knot below, guard 1: the knot above; the first and the last piece have only one.
  int guards(const FluidMemory&) const override { return 2; }
  double slack(int guard, const FluidQueue&, const double* z, const FluidMemory& memory) const override {
    return border_slack(guard, z[0], memory.piece);
  }
  FluidJump cross(int guard, const FluidQueue&, double* z, FluidMemory& memory) const override;
  std::string guard_name(int guard, const FluidMemory& memory) const override;

  double weight() const { return weight_; }
  /// Polynomials in the table.
  std::size_t patches() const { return patches_.size(); }
  [[gnu::always_inline]] double curve(double x, int piece) const {
    const Piece& p = pieces_[static_cast<std::size_t>(piece)];
    if (!p.straight) [[unlikely]]
      return bent(p, x);
    return p.only.c[0] + (x - p.only.from) * p.only.c[1];
  }
  double border(int guard, int piece) const {
    const Piece& p = pieces_[static_cast<std::size_t>(piece)];
    return guard == 0 ? p.from : p.to;
  }
  double border_slack(int guard, double x, int piece) const {
    const double way = x - border(guard, piece);
    return (guard == 0 ? way : -way) * inverse_extent_;
  }

 private:
  static constexpr int kMaxDegree = 7;
  struct Patch {
    double from = 0;
    int degree = 0;
    double c[kMaxDegree + 1] = {};  ///< of the powers of x - from
  };
  /// Between two knots: patches first..last of the table.
  struct Piece {
    double from, to;
    int first, last;
    bool straight;  ///< one patch, of degree at most 1: RED and most of its family consist of such pieces
    Patch only;     ///< a copy of the first
  };

  /// A piece of several patches, or a curved one. Inlined although it is rare (docs/engines.md, note 7).
  [[gnu::always_inline]] double bent(const Piece& piece, double x) const {
    int low = piece.first, high = piece.last;
    while (low < high) {
      const int middle = (low + high + 1) / 2;
      if (x < patches_[static_cast<std::size_t>(middle)].from)
        high = middle - 1;
      else
        low = middle;
    }
    const Patch& patch = patches_[static_cast<std::size_t>(low)];
    const double u = x - patch.from;
    double sum = patch.c[patch.degree];
    for (int d = patch.degree - 1; d >= 0; --d) sum = sum * u + patch.c[d];
    return sum;
  }

  void add_piece(const std::function<double(double)>& curve, double from, double to);
  /// A patch from `from` to `to`. Returns whether it follows the curve to `noise`, or as closely as the curve's own
  /// rounding allows.
  static bool fit(const std::function<double(double)>& curve, double from, double to, double noise, Patch& patch);

  std::vector<Patch> patches_;
  std::vector<Piece> pieces_;
  std::vector<FluidJump> jumps_;  ///< jumps_[i]: between pieces i and i + 1
  std::function<double(double)> drops_marked_;
  std::vector<Ramp> ramps_;
  double weight_, inverse_extent_;
};

}  // namespace aqm::fluid
