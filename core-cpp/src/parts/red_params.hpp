// The parameters that the members of the RED family share: thresholds, weight, count mode, profile, byte mode, ECN.
#pragma once
#include <cassert>
#include <type_traits>

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
  double mean_pkt_size = 1000;            ///< bytes
  bool harddrop = false, nodrop = false;  ///< for Linux, like the next one
  double bandwidth = 10e6;                ///< bit/s
};

// These lines and their code are the same for the whole family: they read and write a RedParams at the beginning of a
// scheme's own parameters. Therefore a scheme's struct must derive from RedParams first.
std::vector<ParamSpec> red_threshold_lines(double min_th, double max_th);
ParamSpec red_max_p_line(double fallback);
std::vector<ParamSpec> red_common_lines();
/// The same with Linux among the profiles, and with the further parameters of Linux.
std::vector<ParamSpec> red_linux_lines(const Words& profiles);

/// Whether a P begins with its RedParams.
template <class P>
bool begins_with_red_params() {
  static_assert(std::is_base_of_v<RedParams, P>);
  const P params{};
  return static_cast<const void*>(static_cast<const RedParams*>(&params)) == static_cast<const void*>(&params);
}

template <class P>
std::vector<ParamSpec> red_thresholds(double min_th, double max_th) {
  assert(begins_with_red_params<P>());
  return red_threshold_lines(min_th, max_th);
}

template <class P>
ParamSpec red_max_p(double fallback) {
  assert(begins_with_red_params<P>());
  return red_max_p_line(fallback);
}

template <class P>
std::vector<ParamSpec> red_common() {
  assert(begins_with_red_params<P>());
  return red_common_lines();
}

template <class P>
std::vector<ParamSpec> red_common_with_linux(const Words& profiles) {
  assert(begins_with_red_params<P>());
  return red_linux_lines(profiles);
}

inline bool is_linux(const RedParams& p) { return p.profile >= Profile::as_linux; }

/// Checks that only the Linux profile has; there a packet of the thresholds is `unit` of the counted quantity.
void check_red_linux(const RedParams& p, double unit, Checker& check);

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
