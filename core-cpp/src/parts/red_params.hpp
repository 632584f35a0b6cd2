// What the members of the RED family have in common for the user: thresholds, weight, count mode, profile, byte mode, ECN.
#pragma once
#include "aqm/scheme.hpp"
#include "checker.hpp"
#include "count_law.hpp"
#include "red_average.hpp"

namespace aqm {

struct RedParams {
  double min_th = 20, max_th = 120;  ///< packets
  double max_p = 0.1;
  double w_q = 0.002;
  CountMode count_mode = CountMode::uniform;
  Profile profile = Profile::rfj93;
  bool byte_mode = false;
  bool ecn = false;
  double mean_pkt_size = 1000;  ///< bytes
};

template <class P>
std::vector<ParamSpec> red_thresholds(double min_th, double max_th) {
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

template <class P>
ParamSpec red_max_p(double fallback) {
  return with_role(
      bind<P, &P::max_p>("max_p", "1", ParamKind::number, fallback, {0, 1, true, false},
                         "Drop probability reached just below max_th: a fraction, not a percentage or 1/n."),
      ParamRole::probability);
}

template <class P>
std::vector<ParamSpec> red_common() {
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

inline std::vector<ParamSpec> joined(std::initializer_list<std::vector<ParamSpec>> parts) {
  std::vector<ParamSpec> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// 0 < min_th < max_th <= buffer.
inline void check_red_thresholds(const RedParams& p, const LinkInfo& link, Checker& check) {
  check.below("min_th", p.min_th, "max_th", p.max_th);
  check.require(p.max_th <= link.buffer, "max_th", p.max_th, "max_th <= buffer", link.buffer);
}

/// The link's rate in mean packets per second, C of docs/specification.md 0.1.
inline double mean_packets_per_second(double mean_pkt_size, const LinkInfo& link) {
  return link.rate_bps / (8 * mean_pkt_size);
}

}  // namespace aqm
