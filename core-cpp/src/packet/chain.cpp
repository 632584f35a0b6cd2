#include "chain.hpp"

#include "config_check.hpp"

namespace aqm {
namespace {

bool is_managed(const NetworkConfig& network, int link) {
  return network.chain.empty() || network.chain[static_cast<std::size_t>(link)].managed;
}

}  // namespace

const Scheme& scheme_at(const ScenarioConfig& config, int link) {
  return *find_scheme(is_managed(config.network, link) ? std::string_view(config.aqm) : "droptail");
}

std::unique_ptr<QueueDiscipline> make_queue(const ScenarioConfig& config, int link) {
  const NetworkConfig& n = config.network;
  const Scheme& scheme = scheme_at(config, link);
  const LinkInfo info = n.chain.empty() ? link_of(n) : link_of(n.chain[static_cast<std::size_t>(link)], n.packet_size);
  const Rng rng(config.seed, streams_at(link).discipline);
  if (is_managed(n, link)) return scheme.make(config.params, info, rng);
  return scheme.make({std::vector<double>(scheme.params().size(), kUnset), {}}, info, rng);
}

LinkStreams streams_at(int link) {
  if (link == 0) return {2, 3, 4};
  const std::uint64_t first = 0x100000 + 4 * static_cast<std::uint64_t>(link);  // beyond those of all flows
  return {first, first + 1, first + 2};
}

Chain::Chain(const ScenarioConfig& config, HopHost& host) {
  const NetworkConfig& n = config.network;
  for (int i = 0; i < static_cast<int>(n.chain.size()); ++i) {
    const ChainLink& link = n.chain[static_cast<std::size_t>(i)];
    Link made{from_seconds(link.delay), nullptr, ReverseLink(link.buffer), LinkPace(link.rate)};
    if (i != n.observed) {
      const Hop::Config hop{i, link.rate, n.random_loss, config.seed, streams_at(i)};
      made.hop = std::make_unique<Hop>(hop, make_queue(config, i), host);
    }
    links_.push_back(std::move(made));
  }
}

}  // namespace aqm
