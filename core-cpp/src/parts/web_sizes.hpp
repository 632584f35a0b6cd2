// The bytes of a client's requests and a server's responses, and their times, after PackMime-HTTP (Cao, Cleveland, Gao,
// Jeffay, Smith and Weigle, "Stochastic models for generating synthetic HTTP source traffic", INFOCOM 2004) with the
// constants of its published implementation in ns-2. The quantiles of the sizes are read from that implementation at a
// few points. The memory of gaps and sizes (fractional ARIMA) is left out.
#pragma once
#include <algorithm>
#include <array>

#include "draws.hpp"

namespace aqm {

struct Knot {
  double x, y;
};

/// The value on the line through the knots; beyond the last knot the line continues straight.
template <std::size_t N>
double along_knots(const std::array<Knot, N>& knots, double x) {
  std::size_t i = 1;
  while (i + 1 < N && x > knots[i].x) ++i;
  const Knot& a = knots[i - 1];
  const Knot& b = knots[i];
  return a.y + (x - a.x) * (b.y - a.y) / (b.x - a.x);
}

/// 1 / (1 + e^-x): PackMime's shapes grow in this form with the logarithm of the rate.
inline double inverse_logit(double x) { return 1 / (1 + math::exp(-x)); }

/// Responses on connections that carry one response each: runs of short answers (the client's copy is still valid) and
/// runs of files.
class WebResponses {
 public:
  /// `per_second`: connections per second of the cloud of clients.
  explicit WebResponses(double per_second) {
    const double octaves = math::log(per_second) / kLn2;
    shape_ = {inverse_logit(0.718 + 0.357 * octaves), inverse_logit(1.293 + 0.316 * octaves)};
  }

  double draw(Rng& rng) {
    if (left_ <= 0) {
      file_ = !file_;
      left_ = std::ceil(weibull(rng, shape_[file_], kScale[file_]));
    }
    --left_;
    const double u = rng.uniform();
    return std::max(1.0, std::floor(file_ ? file_size(1 - u) : along_knots(kShort, u)));
  }

  /// The size that a share `beyond` of the files exceeds.
  static double file_size(double beyond) { return math::exp(kLn2 * along_knots(kFiles, -math::log(beyond) / kLn2)); }

  /// In the long run.
  double mean() const {
    const double shorts = mean_run(0), files = mean_run(1);
    return (shorts * mean_short() + files * mean_file()) / (shorts + files);
  }

 private:
  static constexpr double kLn2 = 0.6931471805599453;
  static constexpr std::array<double, 2> kScale{0.775, 3.11};
  /// Bytes of a short answer by its quantile.
  static constexpr std::array<Knot, 10> kShort{{{0, 5},
                                                {0.04, 61},
                                                {0.1, 75},
                                                {0.2, 112},
                                                {0.5, 141},
                                                {0.66, 156},
                                                {0.75, 199},
                                                {0.86, 237},
                                                {0.93, 266},
                                                {1, 273}}};
  /// The logarithm of a file's size to the base 2, over the number of times that the share of larger files has halved:
  /// the last line is a Pareto tail of exponent 1 / 0.8123 = 1.231.
  static constexpr std::array<Knot, 10> kFiles{{{0, 8.1},
                                                {0.55, 9.86},
                                                {0.92, 10.93},
                                                {1.47, 12.25},
                                                {2.02, 13.15},
                                                {2.94, 13.92},
                                                {4.04, 15.0},
                                                {5.14, 15.29},
                                                {6.06, 16.03},
                                                {18.18, 25.877}}};

  /// Mean of ceil(X) = the sum of P(X > n).
  double mean_run(std::size_t kind) const {
    double sum = 0;
    for (int n = 0; n < 1000; ++n) sum += math::exp(-math::pow(n / kScale[kind], shape_[kind]));
    return sum;
  }
  static double mean_short() {
    double sum = 0;
    for (std::size_t i = 1; i < kShort.size(); ++i) {
      sum += (kShort[i].x - kShort[i - 1].x) * 0.5 * (kShort[i].y + kShort[i - 1].y);
    }
    return sum;
  }
  /// The integral of 2^y over the share t = 2^-x: on a line of slope m, 2^y dt = const t^-m dt.
  static double mean_file() {
    double sum = 0;
    for (std::size_t i = 1; i < kFiles.size(); ++i) {
      const Knot& a = kFiles[i - 1];
      const Knot& b = kFiles[i];
      const double power = 1 - (b.y - a.y) / (b.x - a.x);  // of t in the integral
      const auto at = [&](const Knot& k) { return math::exp(kLn2 * (k.y - k.x)) / power; };
      const bool last = i + 1 == kFiles.size();
      sum += at(a) - (last ? 0 : at(b));
    }
    return sum;
  }

  std::array<double, 2> shape_{};
  double left_ = 0;
  bool file_ = false;
};

/// Bytes of a request. Half of the requests have at most 422 bytes. For the others, the table gives the logarithm of
/// the size to the base 2, over the number of times that the share of larger requests has halved, with a Pareto tail of
/// exponent 1 / 0.6739 = 1.484.
class WebRequests {
 public:
  static double quantile(double u) {
    if (u < 0.5) return along_knots(kCommon, u);
    return math::exp(kLn2 * along_knots(kLong, -math::log(2 * (1 - u)) / kLn2));
  }
  static double draw(Rng& rng) { return std::max(1.0, std::floor(quantile(rng.uniform()))); }

 private:
  static constexpr double kLn2 = 0.6931471805599453;
  static constexpr std::array<Knot, 10> kCommon{{{0, 51},
                                                 {0.01, 123},
                                                 {0.02, 169},
                                                 {0.03, 194},
                                                 {0.05, 210},
                                                 {0.075, 259},
                                                 {0.1, 280},
                                                 {0.16, 315},
                                                 {0.25, 351},
                                                 {0.5, 422}}};
  static constexpr std::array<Knot, 10> kLong{{{0, 8.72},
                                               {0.55, 8.83},
                                               {0.91, 8.955},
                                               {1.44, 9.299},
                                               {1.98, 9.647},
                                               {2.34, 9.769},
                                               {2.88, 9.879},
                                               {3.42, 10.103},
                                               {4.14, 10.565},
                                               {17.78, 19.758}}};
};

/// 2 to a normal power, whose mean and spread are drawn once per connection.
class TwoStage {
 public:
  struct Law {
    double centre, centre_variance, spread_shape, variance;
  };
  static constexpr Law kPersistentSize{10.62, 0.94, 3.22, 2.43};  // bytes
  static constexpr Law kBetweenPages{3.22, 0.73, 1.85, 1.21};     // s
  static constexpr Law kBetweenObjects{-4.15, 3.12, 2.35, 1.57};  // s

  TwoStage(Rng& rng, const Law& law)
      : centre_(law.centre + std::sqrt(law.centre_variance) * normal(rng)),
        spread_(std::sqrt(law.variance * gamma_of_mean_one(rng, law.spread_shape))) {}
  double draw(Rng& rng) const { return math::exp(kLn2 * (centre_ + spread_ * normal(rng))); }

  /// Mean of 2^N(m, v) with v ~ variance * gamma: exp(m ln 2 + ...) and the gamma's moment generating function.
  static double mean(const Law& law) {
    const double c = 0.5 * kLn2 * kLn2;
    return math::exp(kLn2 * law.centre + c * law.centre_variance) *
           math::pow(1 - c * law.variance / law.spread_shape, -law.spread_shape);
  }

 private:
  static constexpr double kLn2 = 0.6931471805599453;
  double centre_, spread_;
};

}  // namespace aqm
