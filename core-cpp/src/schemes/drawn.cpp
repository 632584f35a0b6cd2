// A drop curve that the user draws: points of average queue and probability, with straight or smooth lines between
// them, over RED's average and with its spacing of drops. With two points, straight lines and `drop` after the last
// point it is RED.
#include "laws/drawn_curve.hpp"
#include "parts/red_family.hpp"
#include "parts/red_laws.hpp"
#include "parts/register.hpp"

namespace aqm {
namespace {

enum class Beyond : int { rise, drop, hold };

struct DrawnLaw {
  static constexpr const char* id = "drawn";
  static constexpr const char* name = "Drawn curve";
  static constexpr std::size_t kMostPoints = 32;
  /// min_th and max_th are the places of the first and the last point.
  struct Params : RedParams {
    std::vector<double> points;
    bool smooth = false;
    Beyond beyond = Beyond::rise;
  };

  static std::vector<ParamSpec> table() {
    static constexpr double kPoints[] = {20, 0, 80, 0.04, 120, 0.2};
    ParamSpec points;
    points.name = "points";
    points.unit = "[packets, 1]";
    points.kind = ParamKind::list;
    points.role = ParamRole::curve_points;
    points.list = [](void* p) { return &static_cast<Params*>(p)->points; };
    points.list_fallback = kPoints;
    points.list_width = 2;
    points.help =
        "A row [average queue, drop probability] for each point of the curve; below the first nothing is dropped.";
    return joined(
        {{points,
          toggle<Params, &Params::smooth>(
              "smooth", false,
              "A smooth curve through the points, which rises and falls only where they do, instead of "
              "straight lines."),
          choice<Params, &Params::beyond>(
              "beyond", {"rise", "drop", "hold"}, 0,
              "Behind the last point: rise to 1 in a straight line until twice its place, drop everything, or "
              "hold its probability.")},
         red_common<Params>()});
  }
  static std::vector<const char*> constraints() {
    return {"2 to 32 points", "their places ascend, 0 <= the first, the last <= buffer", "0 <= probability <= 1"};
  }
  static void derive(Params& p, const LinkInfo&) {
    p.min_th = p.points[0];
    p.max_th = p.points[p.points.size() - 2];
  }
  static void check_thresholds(const Params& p, const LinkInfo& link, Checker& check) {
    const std::size_t count = p.points.size() / 2;
    check.require(count >= 2, "points", static_cast<double>(count), "at least 2 points");
    check.require(count <= kMostPoints, "points", static_cast<double>(count), "at most 32 points");
    for (std::size_t i = 0; i < count; ++i) {
      const double place = p.points[2 * i], probability = p.points[2 * i + 1];
      const std::string row = "points[" + std::to_string(i) + "]: ";
      check.require(place >= 0, "points", place, row + "0 <= place");
      check.require(place <= link.buffer, "points", place, row + "place <= buffer");
      check.require(i == 0 || p.points[2 * i - 2] < place, "points", place, row + "place > that of the point before");
      check.require(probability >= 0, "points", probability, row + "0 <= probability");
      check.require(probability <= 1, "points", probability, row + "probability <= 1");
    }
  }
  static double law(const Params& p, NoDynamic, double avg) {
    if (avg < p.min_th) return 0;
    if (avg < p.max_th) return drawn_curve(p.points, p.smooth, avg);
    const double last = p.points.back();
    return p.beyond == Beyond::drop   ? 1
           : p.beyond == Beyond::hold ? last
                                      : gentle_slope(avg, p.max_th, 2 * p.max_th, last);
  }
  static std::vector<double> knots(const Params& p, int, NoDynamic) {
    std::vector<double> places;
    for (std::size_t i = 0; i < p.points.size(); i += 2) places.push_back(p.points[i]);
    if (p.beyond == Beyond::rise) places.push_back(2 * p.max_th);
    return places;
  }
  static double curve_end(const Params& p) { return (p.beyond == Beyond::rise ? 2 : 1.2) * p.max_th; }
};

const Register<SchemeOf<RedFamily<DrawnLaw>>> registered;

}  // namespace
}  // namespace aqm
