#include "household.hpp"

#include <array>
#include <cmath>

#include "aqm/elementary.hpp"

namespace aqm {
namespace {
constexpr double kDefaultRating = 93.2;  // G.107 section 7.7
constexpr double kLossRobustness = 25.1;
constexpr double kLn2 = 0.6931471805599453;
constexpr std::array kGrades{0.005, 0.03, 0.06, 0.2, 0.4};

double sixth_root(double x) { return math::pow(x, 1.0 / 6); }

/// Eq. 7-27 and 7-28.
double delay_impairment(double delay) {
  if (delay <= 0.1) return 0;
  const double x = math::log(delay / 0.1) / kLn2;
  return 25 * (sixth_root(1 + math::powi(x, 6)) - 3 * sixth_root(1 + math::powi(x / 3, 6)) + 2);
}
}  // namespace

double call_rating(double delay, double loss) {
  const double percent = 100 * loss;
  return kDefaultRating - delay_impairment(delay) - 95 * percent / (percent + kLossRobustness);
}

double opinion_score(double rating) {
  if (rating <= 0) return 1;
  if (rating >= 100) return 4.5;
  // Below a rating of 6.5 the polynomial falls under 1, the worst score (annex B uses it only from 6.5 on).
  const double score = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  return score < 1 ? 1 : score;
}

double bloat_grade(double added) {
  if (std::isnan(added)) return added;
  double grade = kGrades.size();
  for (const double limit : kGrades) grade -= added >= limit ? 1 : 0;
  return grade;
}

}  // namespace aqm
