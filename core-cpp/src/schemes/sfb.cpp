// Stochastic Fair BLUE: W. Feng, Kandlur, Saha and Shin, INFOCOM 2001, with the details of Linux (sch_sfb). A Bloom
// filter of BLUE probabilities: a flow gets the smallest probability among its bins. Only a flow that overloads all of
// its bins drives this up to 1.
#include <algorithm>
#include <array>

#include "parts/ecn_toggle.hpp"
#include "parts/linux_sfb.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

/// Passes `rate` packets per second, and `burst` at once.
class PenaltyBox {
 public:
  PenaltyBox(double rate, double burst) : rate_(rate), burst_(burst), tokens_(burst) {}
  bool admits(Time now) {
    tokens_ = std::min(burst_, tokens_ + rate_ * to_seconds(now - last_));
    last_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }

 private:
  double rate_, burst_, tokens_;
  Time last_ = 0;
};

class SfbDiscipline final : public FifoDiscipline<SfbDiscipline> {
 public:
  SfbDiscipline(const SfbParams& p, const LinkInfo& link, Rng rng)
      : FifoDiscipline(link.buffer),
        params_(p),
        rng_(rng),
        penalty_(p.penalty_rate, p.penalty_burst),
        rehash_(p.rehash_interval),
        bins_(static_cast<std::size_t>(p.levels) * static_cast<std::size_t>(p.bins)) {
    draw_seeds();
  }

  Fate decide(const Packet& packet, const Arrival& arrival) {
    if (packets_ >= buffer_) return Fate::accepted;  // a full buffer gives no information about this flow (as in Linux)
    const Indices& mine = indices(packet.flow);
    double p = 1;
    int backlog = INT32_MAX;
    for (int level = 0; level < params_.levels; ++level) {
      Bin& bin = bins_[mine[static_cast<std::size_t>(level)]];
      if (bin.packets == 0) {
        bin.p_m = std::max(0.0, bin.p_m - params_.decrement);
      } else if (bin.packets >= params_.bin_size) {
        bin.p_m = std::min(1.0, bin.p_m + params_.increment);
      }
      p = std::min(p, bin.p_m);
      backlog = std::min(backlog, bin.packets);
    }
    p_ = p;
    if (backlog >= params_.bin_max) return Fate::dropped_forced;
    if (p >= 1) return penalty_.admits(arrival.now) ? Fate::accepted : Fate::dropped_forced;  // an inelastic flow
    if (arrival.u >= p) return Fate::accepted;
    // Beyond 1/2, dropping replaces marking: the flow does not seem to respond to marks.
    return early_signal(packet, params_.ecn && arrival.u >= 2 * (p - 0.5));
  }

  void on_stored(const Packet& packet) { count(packet.flow, 1); }
  void on_taken(const Packet& packet, Time /*now*/) { count(packet.flow, -1); }

  Time next_timer() const override { return rehash_.next(); }
  /// New hashes, so that a flow that shares its bins with an aggressive one does not share them for ever. The levels
  /// restart.
  void on_timer(Time /*now*/) override {
    rehash_.advance();
    draw_seeds();
    known_.clear();
    std::fill(bins_.begin(), bins_.end(), Bin{});
    for (std::size_t i = 0; i < store_.size(); ++i) count(store_.at(i).flow, 1);
  }

  void observe(double* out) const override {
    double highest = 0, sum = 0;
    for (const Bin& bin : bins_) {
      highest = std::max(highest, bin.p_m);
      sum += bin.p_m;
    }
    out[0] = p_;
    out[1] = highest;
    out[2] = sum / static_cast<double>(bins_.size());
  }

 private:
  static constexpr std::size_t kMaxLevels = 16;
  struct Bin {
    double p_m = 0;
    int packets = 0;
  };
  using Indices = std::array<std::uint16_t, kMaxLevels>;

  void draw_seeds() {
    for (std::uint64_t& seed : seeds_) seed = rng_.next();
  }

  /// The bins of a flow, computed once per flow.
  const Indices& indices(std::uint32_t flow) {
    while (known_.size() <= flow) {
      Indices& mine = known_.emplace_back();
      const std::uint32_t id = static_cast<std::uint32_t>(known_.size()) - 1;
      for (std::size_t level = 0; level < static_cast<std::size_t>(params_.levels); ++level) {
        const std::uint32_t bins = static_cast<std::uint32_t>(params_.bins);
        mine[level] = static_cast<std::uint16_t>(level * bins + flow_hash(id, seeds_[level]) % bins);
      }
    }
    return known_[flow];
  }

  void count(std::uint32_t flow, int change) {
    const Indices& mine = indices(flow);
    for (int level = 0; level < params_.levels; ++level) bins_[mine[static_cast<std::size_t>(level)]].packets += change;
  }

  SfbParams params_;
  Rng rng_;
  PenaltyBox penalty_;
  Ticker rehash_;
  std::array<std::uint64_t, kMaxLevels> seeds_{};
  std::vector<Bin> bins_;
  std::vector<Indices> known_;
  double p_ = 0;
};

struct Sfb {
  static constexpr const char* id = "sfb";
  static constexpr const char* name = "Stochastic Fair BLUE";
  static constexpr const char* no_fluid =
      "Each bin has a probability, and a flow has the smallest one of its bins: the model has one probability for all "
      "flows.";
  using Params = SfbParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::levels>("levels", "1", ParamKind::integer, 8, {1, 16},
                                      "Independent hashes: a flow has one bin in each level."),
        bind<Params, &Params::bins>("bins", "1", ParamKind::integer, 16, {2, 1024}, "Bins in a level."),
        bind<Params, &Params::bin_size>("bin_size", "packets", ParamKind::number, 20, {1, 1e6},
                                        "A bin with this many packets raises its probability."),
        bind<Params, &Params::bin_max>("bin_max", "packets", ParamKind::number, 25, {1, 1e6},
                                       "A flow whose bins all hold this many loses its packet."),
        bind<Params, &Params::increment>("increment", "1", ParamKind::number, 0.001, {0, 1, true, false},
                                         "Added to the probability of a bin that is full."),
        bind<Params, &Params::decrement>("decrement", "1", ParamKind::number, 1.0 / 6000, {0, 1, true, false},
                                         "Taken from the probability of a bin that is empty."),
        bind<Params, &Params::penalty_rate>("penalty_rate", "packets/s", ParamKind::number, 10, {0, 1e6},
                                            "What flows with probability 1 may send together."),
        bind<Params, &Params::penalty_burst>("penalty_burst", "packets", ParamKind::number, 20, {0, 1e6},
                                             "How much of it they may send at once."),
        bind<Params, &Params::rehash_interval>("rehash_interval", "s", ParamKind::number, 600, {1, 1e6},
                                               "Time after which the hashes change."),
        ecn_toggle<Params>(),
        profile_choice<Params>(
            "paper",
            "As described, or as Linux: two tables that take turns, a penalty box that is filled when "
            "it is empty, integers. Linux has ecn always on."),
        bind<Params, &Params::warmup_time>("warmup_time", "s", ParamKind::number, 60, {0, 1e6},
                                           "Of Linux: how long before a change of hashes the next table is warmed up."),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"p", "1", "Probability of the latest arrival's flow: the least of its bins'.", ParamRole::probability},
            {"p_max", "1", "The highest probability of any bin."},
            {"p_mean", "1", "The mean probability of the bins."}};
  }
  static std::vector<const char*> constraints() {
    return {"bin_size <= bin_max", "increment >= decrement", "profile linux: levels = 8, bins = 16"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.bin_size <= p.bin_max, "bin_size", p.bin_size, "bin_size <= bin_max", p.bin_max);
    const bool own = p.profile == Details::own;
    check.require(own || p.levels == kernel::Sfb::kLevels, "levels", p.levels, "levels = 8 in profile linux",
                  kernel::Sfb::kLevels);
    check.require(own || p.bins == kernel::Sfb::kBins, "bins", p.bins, "bins = 16 in profile linux",
                  kernel::Sfb::kBins);
    check.require(p.increment >= p.decrement, "increment", p.increment, "increment >= decrement", p.decrement);
    check.warn(p.bin_size <= link.buffer, "bin_size", p.bin_size,
               "bin_size <= buffer, else no bin is ever full and every drop is an overflow", link.buffer);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<kernel::Sfb>(p, link, rng);
    return std::make_unique<SfbDiscipline>(p, link, rng);
  }
};

const Register<SchemeOf<Sfb>> registered;

}  // namespace
}  // namespace aqm
