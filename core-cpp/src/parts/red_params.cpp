#include "red_params.hpp"

namespace aqm {

using P = RedParams;

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

}  // namespace aqm
