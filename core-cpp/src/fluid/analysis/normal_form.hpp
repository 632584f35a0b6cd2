// The normal form of a Hopf point: z' = lambda z + bend z |z|^2 on the centre manifold (Hassard, Kazarinoff and Wan,
// "Theory and Applications of Hopf Bifurcation", 1981; Kuznetsov, "Elements of Applied Bifurcation Theory", section
// 5.4, in the form for delays of Bosschaert, Janssens and Kuznetsov, SIAM J. Applied Dynamical Systems 19(1), 2020).
//   phi = q e^(j w s),  Delta(j w) q = 0,  p Delta(j w) = 0,  p Delta'(j w) q = 1
//   h20 = e^(2 j w s) Delta(2 j w)^-1 B(phi, phi),   h11 = Delta(0)^-1 B(phi, conj phi)
//   bend = p (C(phi, phi, conj phi) + 2 B(phi, h11) + B(conj phi, h20)) / 2
// with B and C the second and third derivatives of the right-hand side, and Delta(s) v = s v - its first derivative.
#pragma once
#include <optional>
#include <vector>

#include "linear_solve.hpp"
#include "rest_functional.hpp"

namespace aqm::fluid {

template <class System>
class NormalForm {
 public:
  /// `watched`: the moving component whose amplitude is |z|.
  NormalForm(const RestFunctional<System>& near, double omega, int watched)
      : near_(near), omega_(omega), watched_(static_cast<std::size_t>(watched)) {}

  /// `bend`, 1/s for a unit of the watched component squared; nothing if a root lies at 0 or at 2 j w as well.
  std::optional<Complex> bend() {
    const Complex at{0, omega_};
    q_ = null_vector(delta(at), false);
    ComplexVector p = null_vector(delta(at), true);
    // The watched component moves by |z|: phi + conj phi has the amplitude 1 there.
    if (norm(q_[watched_]) == 0) return std::nullopt;
    scale(q_, Complex{0.5, 0} / q_[watched_]);
    // Delta'(s) q = q - the first derivative along q s e^(s ..).
    ComplexVector turned = first({{at, ComplexVector(q_.size()), q_}});
    for (std::size_t i = 0; i < q_.size(); ++i) turned[i] = q_[i] - turned[i];
    scale(p, Complex{1, 0} / dot(p, turned));

    const std::vector<double> uu = second(real(q_)), vv = second(imaginary(q_)), uv = both(real(q_), imaginary(q_));
    ComplexVector squares(q_.size()), sizes(q_.size());
    for (std::size_t i = 0; i < q_.size(); ++i) {
      squares[i] = {uu[i] - vv[i], 2 * uv[i]};
      sizes[i] = {uu[i] + vv[i], 0};
    }
    const Complex twice{0, 2 * omega_};
    ComplexLu doubled = delta(twice), still = delta({});
    if (!doubled.factorise() || !still.factorise()) return std::nullopt;
    doubled.solve(squares);
    still.solve(sizes);

    ComplexVector sum = cubes();
    const Wave h11{{}, sizes};
    for (const auto& [wave, weight] : {std::pair{real(q_), Complex{2, 0}}, {imaginary(q_), Complex{0, 2}}}) {
      add(sum, weight, both(wave, h11));
    }
    // B(conj phi, h20) = B(u, a) + B(v, b) + j (B(u, b) - B(v, a)) for phi = u + j v, h20 = a + j b.
    const Wave a{twice, squares}, b = turned_back({twice, squares});
    add(sum, {1, 0}, both(real(q_), a));
    add(sum, {1, 0}, both(imaginary(q_), b));
    add(sum, {0, 1}, both(real(q_), b));
    add(sum, {0, -1}, both(imaginary(q_), a));
    return 0.5 * dot(p, sum);
  }

  /// Of the oscillation: each moving component's complex amplitude if the watched one has the amplitude 1.
  ComplexVector shape() const {
    ComplexVector out = q_;
    scale(out, {2, 0});
    return out;
  }

  /// The characteristic matrix.
  ComplexLu delta(Complex s) const {
    const int n = near_.size();
    ComplexLu matrix(n);
    for (int j = 0; j < n; ++j) {
      ComplexVector unit(static_cast<std::size_t>(n));
      unit[static_cast<std::size_t>(j)] = {1, 0};
      const ComplexVector column = first({{s, unit}});
      for (int i = 0; i < n; ++i) {
        matrix(i, j) = (i == j ? s : Complex{}) - column[static_cast<std::size_t>(i)];
      }
    }
    return matrix;
  }

 private:
  /// Re(-j w) = Im(w): the imaginary part of a wave, as a wave.
  static Wave turned_back(Wave wave) {
    scale(wave.fixed, {0, -1});
    scale(wave.slope, {0, -1});
    return wave;
  }
  Wave real(const ComplexVector& v) const { return {{0, omega_}, v}; }
  Wave imaginary(const ComplexVector& v) const { return turned_back(real(v)); }

  ComplexVector first(const Waves& direction) const {
    Waves other;
    for (const Wave& wave : direction) other.push_back(turned_back(wave));
    const auto re = near_.along(direction)[0], im = near_.along(other)[0];
    ComplexVector out;
    for (std::size_t i = 0; i < re.size(); ++i) out.push_back({re[i], im[i]});
    return out;
  }
  std::vector<double> second(const Wave& wave) const { return near_.along({wave})[1]; }

  /// B(a, b) = (B(a + b, a + b) - B(a - b, a - b)) / 4, with b scaled to the length of a.
  std::vector<double> both(const Wave& a, const Wave& b) const {
    const double of_a = near_.length({a}), of_b = near_.length({b});
    if (of_a == 0 || of_b == 0) return std::vector<double>(q_.size(), 0);
    const double factor = of_a / of_b;
    const auto sum = near_.along({a, times(factor, b)})[1], difference = near_.along({a, times(-factor, b)})[1];
    std::vector<double> out;
    for (std::size_t i = 0; i < sum.size(); ++i) out.push_back((sum[i] - difference[i]) / (4 * factor));
    return out;
  }

  /// C(phi, phi, conj phi) = C(u, u, u) + C(u, v, v) + j (C(u, u, v) + C(v, v, v)).
  ComplexVector cubes() const {
    const Wave u = real(q_), v = imaginary(q_);
    const auto third = [&](const Waves& direction) { return near_.along(direction)[2]; };
    const auto uuu = third({u}), vvv = third({v}), plus = third({u, v}), minus = third({u, times(-1, v)});
    ComplexVector out;
    for (std::size_t i = 0; i < uuu.size(); ++i) {
      const double uvv = (plus[i] + minus[i] - 2 * uuu[i]) / 6, uuv = (plus[i] - minus[i] - 2 * vvv[i]) / 6;
      out.push_back({uuu[i] + uvv, uuv + vvv[i]});
    }
    return out;
  }

  /// Of a nearly singular matrix, by inverse iteration; the left one if `left`.
  static ComplexVector null_vector(const ComplexLu& of, bool left) {
    const int n = of.size();
    ComplexLu matrix(n);
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        matrix(i, j) = left ? of(j, i) : of(i, j);
        largest = std::max(largest, magnitude(matrix(i, j)));
      }
    }
    for (int i = 0; i < n; ++i) matrix(i, i) = matrix(i, i) + Complex{1e-14 * largest, 0};
    ComplexVector v(static_cast<std::size_t>(n), Complex{1, 0.5});
    matrix.factorise();
    for (int i = 0; i < 4; ++i) {
      matrix.solve(v);
      double sum = 0;
      for (const Complex& x : v) sum += norm(x);
      scale(v, {1 / std::sqrt(sum), 0});
    }
    return v;
  }

  static Wave times(double factor, Wave wave) {
    scale(wave.fixed, {factor, 0});
    scale(wave.slope, {factor, 0});
    return wave;
  }
  static void scale(ComplexVector& v, Complex factor) {
    for (Complex& x : v) x = factor * x;
  }
  static void add(ComplexVector& sum, Complex weight, const std::vector<double>& v) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + v[i] * weight;
  }
  static Complex dot(const ComplexVector& a, const ComplexVector& b) {
    Complex sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
    return sum;
  }

  const RestFunctional<System>& near_;
  double omega_;
  std::size_t watched_;
  ComplexVector q_;
};

}  // namespace aqm::fluid
