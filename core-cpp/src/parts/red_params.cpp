#include "red_params.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace aqm {

using P = RedParams;

namespace {
double link_rate(const P& /*params*/, const LinkInfo& link) { return link.rate_bps; }
}  // namespace

[[gnu::noinline]] std::vector<ParamSpec> red_threshold_lines(double min_th, double max_th) {
  const Range range{0, 1e6, true, false};
  return {
      with_role(bind<P, &P::min_th>("min_th", "packets", ParamKind::number, min_th, range,
                                    "Below this average queue nothing is dropped."),
                ParamRole::queue_threshold),
      with_role(
          bind<P, &P::max_th>("max_th", "packets", ParamKind::number, max_th, range,
                              "At this average queue the law changes from early drops to certain (or gentle) ones."),
          ParamRole::queue_threshold),
  };
}

[[gnu::noinline]] ParamSpec red_max_p_line(double fallback) {
  return with_role(
      bind<P, &P::max_p>("max_p", "1", ParamKind::number, fallback, {0, 1, true, false},
                         "Drop probability reached just below max_th: a fraction, not a percentage or 1/n."),
      ParamRole::probability);
}

[[gnu::noinline]] std::vector<ParamSpec> red_common_lines() {
  return {
      with_role(bind<P, &P::w_q>("w_q", "1", ParamKind::number, 0.002, {0, 1, true, true},
                                 "Weight of one new sample in the average queue: smaller is slower and smoother."),
                ParamRole::weight),
      choice<P, &P::count_mode>(
          "count_mode", {"uniform", "wait", "none"}, 0,
          "How drops are spaced: uniform drops about 2 p_b in the long run, wait about 2 p_b / 3, "
          "none drops each packet independently with p_b."),
      choice<P, &P::profile>("profile", {"rfj93", "ns2"}, 0,
                             "Details of average and count: as Floyd and Jacobson 1993, or as the ns-2.35 code."),
      toggle<P, &P::byte_mode>("byte_mode", false,
                               "Measure the queue in bytes divided by mean_pkt_size and weigh drops by packet size."),
      toggle<P, &P::ecn>("ecn", false, "Mark ECN-capable packets instead of dropping them early (RFC 3168)."),
      bind<P, &P::mean_pkt_size>(
          "mean_pkt_size", "bytes", ParamKind::number, 1000, {40, 9000},
          "The packet that one unit of the thresholds stands for, and the pace of decay while idle."),
  };
}

std::vector<ParamSpec> red_linux_lines(const Words& profiles) {
  std::vector<ParamSpec> all = red_common_lines();
  for (ParamSpec& spec : all) {
    if (std::string_view(spec.name) == "profile") {
      spec = choice<P, &P::profile>("profile", profiles, 0,
                                    "Details of average, count and spacing: as Floyd and Jacobson 1993, as the ns-2.35 "
                                    "code, or as Linux, which counts bytes and draws once a gap.");
    }
  }
  all.push_back(toggle<P, &P::harddrop>(
      "harddrop", false,
      "With ecn, drop above max_th instead of marking there. Linux has the choice; others always drop."));
  all.push_back(toggle<P, &P::nodrop>(
      "nodrop", false, "With ecn, let packets through that cannot be marked. Linux has the choice; others drop them."));
  all.push_back(
      computed<P, link_rate>(bind<P, &P::bandwidth>("bandwidth", "bit/s", ParamKind::number, kUnset, {1, 1e12},
                                                    "The rate for which tc makes Linux's table of idle times."),
                             "rate of the link"));
  return all;
}

void check_red_linux(const RedParams& p, double unit, Checker& check) {
  // red_check_params of the kernel: thresholds must leave room for the fractional bits of the average.
  const double room = 2147483648.0 * std::min(0.5, p.w_q) / unit;
  check.require(!is_linux(p) || p.max_th < room, "max_th", p.max_th,
                "max_th < 2^31 w_q, in bytes, in profile linux: its average has 32 bits", std::floor(room / 2));
  check.require(is_linux(p) || !p.harddrop, "harddrop", 1, "harddrop = false but in profile linux", 0);
  check.require((is_linux(p) && p.ecn) || !p.nodrop, "nodrop", 1, "nodrop = false but in profile linux with ecn", 0);
}

}  // namespace aqm
