// Single-line mutations of laws, senders and the fluid model, each with the tests that have to catch it.
// scripts/mutations.mjs applies them.

/**
 * `tests`: a filter of core_tests. Several mutations are applied at a time if none affects the code or the
 * tests of another: one from each family; a `wide` mutation, which affects the whole fluid model, is never
 * applied together with one that the fluid model's tests have to catch.
 * @typedef {{ file: string, family: string, from: string, to: string, tests: string, wide?: true }} Mutation
 */

/** What schemes or senders have in common. @param {string} file */
const familyOf = (file) => {
  const [, name = file] = /(\w+)\.[ch]pp$/.exec(file) ?? [];
  if (/^(red_|count_law|adaptive_max_p|choke)/.test(name)) return 'red';
  if (/^(senders|packet)/.test(file)) return 'sender';
  return { madpie: 'pie', pie_controller: 'pie', codel_law: 'codel', cobalt_law: 'codel' }[name] ?? name;
};

/**
 * @param {string} file @param {string} tests
 * @param {readonly (readonly [string, string])[]} lines @returns {Mutation[]}
 */
const of = (file, tests, lines) =>
  lines.map(([from, to]) => ({ file: `core-cpp/src/${file}`, family: familyOf(file), from, to, tests }));
/**
 * @param {string} file @param {string} tests
 * @param {readonly (readonly [string, string])[]} lines @returns {Mutation[]}
 */
const wide = (file, tests, lines) => of(file, tests, lines).map((mutation) => ({ ...mutation, wide: true }));

/** @type {readonly Mutation[]} */
export const MUTATIONS = [
  // Laws of the packet schemes.
  ...of('schemes/rem.hpp', 'Rem.*', [
    ['alpha * (q - target)', 'alpha * (q + target)'],
    ['-math::expm1(-price * math::log(phi))', '-math::expm1(-price * phi)'],
  ]),
  ...of('schemes/dred.hpp', 'Dred.*', [
    ['p.alpha * s.e_hat / buffer', 'p.alpha * s.e_hat * buffer'],
    ['0.0, p.theta', '0.0, 1.0'],
    ['(1 - p.beta) * s.e_hat', 's.e_hat'],
  ]),
  ...of('schemes/sred.hpp', 'StabilizedRed.*', [
    ['p_max / 4', 'p_max / 2'],
    ['simple * (1 + 1 / frequency)', 'simple / frequency'],
    ['steps / (ratio * ratio)', 'steps / ratio'],
  ]),
  ...of('schemes/lred.hpp', 'Lred.*', [
    ['beta * std::sqrt(loss)', 'beta * loss'],
    ['weight_ * smoothed_ + (1 - weight_) * ratio', '(1 - weight_) * smoothed_ + weight_ * ratio'],
  ]),
  ...of('parts/blue_level.hpp', 'Blue.*', [
    ['last_update_ <= freeze_', 'last_update_ < freeze_'],
    ['move(now, -down_)', 'move(now, -up_)'],
  ]),
  ...of('schemes/avq.cpp', 'Avq.*', [
    ['virtual_.add(-1)', 'virtual_.add(0)'],
    ['params_.gamma * capacity_ * elapsed - 1', 'capacity_ * elapsed - 1'],
  ]),
  ...of('schemes/exp_red.cpp', 'ExponentialRed.*', [['p.slope * (b - p.min_th)', 'p.slope * b']]),
  ...of('schemes/green.cpp', 'Green.*', [['root * root', 'root']]),
  ...of('schemes/madpie.cpp', 'Madpie.*', [
    ['controller_.qdelay() > tau_dd_', 'controller_.qdelay() < tau_dd_'],
  ]),
  ...of('parts/pie_controller.hpp', 'Pie.*', [
    ['kPieDecay = 0.98', 'kPieDecay = 0.99'],
    ['params.beta * (qdelay - qdelay_old)', 'params.beta * qdelay'],
    ['bytes <= 2 * mean_size_', 'bytes <= 3 * mean_size_'],
  ]),
  ...of('parts/codel_law.hpp', 'Codel.*', [
    ['interval / std::sqrt(count)', 'interval / count'],
    ['delta > 1 && soon', 'delta > 1 || soon'],
    ['now - above_since_ >= from_seconds(p.interval)', 'now - above_since_ >= from_seconds(p.target)'],
  ]),
  ...of('parts/cobalt_law.hpp', 'Cobalt.*', [
    ['    ++count_;', '    count_ += 2;'],
    ['    --count_;', '    count_ = 0;'],
  ]),
  ...of('schemes/choke.cpp', 'Choke.*', [['if (!below && meets_its_own(', 'if (meets_its_own(']]),
  ...of('schemes/dualpi2.cpp', 'DualPi2.*', [
    ['credit_ <= 0', 'credit_ >= 0'],
    ['std::max(first, second) < p_', 'std::min(first, second) < p_'],
    ['std::min(1.0, params_.k * p_)', 'std::min(1.0, p_)'],
  ]),
  ...of('parts/red_laws.hpp', 'GentleSlopes.*', [['max_p + (1 - max_p) *', 'max_p + 1 *']]),
  ...of('parts/red_average.cpp', 'Red.*', [['std::floor(m) + 1', 'std::floor(m)']]),
  ...of('parts/red_gate.cpp', 'Red.*', [['below || q <= 1', 'below || q <= 9']]),
  ...of('parts/count_law.hpp', 'Red.*', [['p_b / (2 - spent)', 'p_b / (3 - spent)']]),
  ...of('parts/adaptive_max_p.hpp', 'AdaptiveRed.*:CautiousAdaptiveRed.*', [
    ['max_p + std::min(alpha, max_p / 4)', 'max_p + alpha'],
    ['avg <= avg_old : avg > avg_old', 'avg >= avg_old : avg > avg_old'],
  ]),
  // Senders.
  ...of('senders/cubic.cpp', 'Sender.*:Tcp.*', [
    ['1.5 * cwnd', '3 * cwnd'],
    ['connection.used * (1 + p.beta) / 2', 'connection.used'],
    ['3 * (1 - p.beta)', '2 * (1 - p.beta)'],
  ]),
  ...of('senders/dctcp.cpp', 'Sender.*:Tcp.*', [
    ['alpha / 2', 'alpha'],
    ['ack.next < s.end || s.acked', 's.acked'],
  ]),
  ...of('senders/scalable.cpp', 'Sender.*:Tcp.*', [['1 - p.b)', '1 - p.a)']]),
  ...of('packet/tcp_sender.hpp', 'Tcp.*', [
    ['cwnd_ += cwnd_ < ssthresh_ ? 1 : 1 / cwnd_;', 'cwnd_ += 1;'],
    ['std::ceil(prr_delivered_', 'std::floor(prr_delivered_'],
    [
      'if (!options.ecn || (una_ <= ecn_recover_ && !control.counts_marks)) return;',
      'if (!options.ecn) return;',
    ],
    ['cwnd_ = std::max(cwnd_ - advanced + 1, 1.0);', 'cwnd_ = std::max(cwnd_ + advanced + 1, 1.0);'],
  ]),
  // Fluid model.
  ...of('laws/avq.hpp', 'FluidCounterparts.Avq*', [
    ['kLost = 3 - 2.718281828459045', 'kLost = 0'],
    ['return enters - goal_ *', 'return arrives - goal_ *'],
  ]),
  ...of('laws/virtual_curve.hpp', 'FluidCounterparts.Exponential*', [
    ['return enters - rate_', 'return enters - 0.99 * rate_'],
  ]),
  ...of('schemes/sred.cpp', 'FluidCounterparts.Sred*', [
    ['0.25 * fluid::share_above', '0.5 * fluid::share_above'],
  ]),
  ...of('schemes/lred.cpp', 'FluidCounterparts.Lred*', [['0.5 * (p.m + 1)', '0.5 * p.m']]),
  ...of('schemes/green.cpp', 'FluidCounterparts.Green*', [
    ['(queue.flows - z[0]) /', '(z[0] - queue.flows) /'],
  ]),
  ...of('schemes/madpie.cpp', 'FluidCounterparts.Madpie*', [['(1 - random) /', '1 /']]),
  ...of('fluid/analysis/margins.cpp', 'Margins.*', [
    ['180 + there * 180', '90 + there * 180'],
    ['{at, 1 / magnitude(open(at))}', '{at, magnitude(open(at))}'],
  ]),
  ...of('fluid/analysis/linearise.cpp', 'Linearisation.*', [
    ['now_[window][window] = -2 * n', 'now_[window][window] = -n'],
    ['lag.rows[window][p] = -r * c * c / (2 * n * n)', 'lag.rows[window][p] = -r * c * c / (n * n)'],
  ]),
  ...wide('fluid/analysis/equilibrium.cpp', 'Equilibrium.*:FluidRests.*', [
    [
      'return sum * (1 - here.overflow) - capacity(l) * (1 - idle(l));',
      'return sum * (1 + 0 * here.overflow) - capacity(l) * (1 - idle(l));',
    ],
  ]),
  ...wide('fluid/model/flow.hpp', 'FluidCounterparts.Sred*', [
    ['squares_ += count * each * each * scatter;', 'squares_ += count * each * scatter;'],
  ]),
  ...wide('fluid/model/queue_mode.hpp', 'FluidReference.*:FluidRests.*:FluidChain.*', [
    ['1 - capacity / admitted', 'admitted / capacity - 1'],
  ]),
  ...wide('fluid/model/recovery.hpp', 'FluidRecovery.*', [
    ['T(-25) / square', 'T(-9) / square'],
    ['kLong = 1.25;', 'kLong = 1.5;'],
  ]),
  ...wide('fluid/model/recovery.hpp', 'FluidRecovery.*:FluidRests.*', [
    ['dw[kOpen] = returns - losses + well;', 'dw[kOpen] = returns - losses;'],
  ]),
  ...wide('fluid/model/windows.hpp', 'FluidReference.*:FluidLane.*:FluidRests.*:Linearisation.*', [
    ['window * alpha * p / 2;', 'window * alpha * p;'],
    ['dw[1] = (window_of(c, w) - w[1]) * losses;', 'dw[1] = (w[0] - w[1]) * losses;'],
  ]),
  ...wide('laws/step_law.hpp', 'FluidReference.*:FluidSchemes.Both*', [
    ['queue.q - spec_.interval * queue.drift', 'queue.q + spec_.interval * queue.drift'],
  ]),
  // The solver's view of a law, and its handling of a delay whose rate is not finite.
  ...of('fluid/model/exponential.hpp', 'Elementary.*', [['r * (1. / 5040)', 'r * (1. / 5041)']]),
  ...of('laws/gated.hpp', 'FluidLevels.Say*', [['level.side = -1;', 'level.side = 1;']]),
  ...of('parts/pie_fluid.hpp', 'FluidLevels.OfPie*', [
    ['kPieLevelGates = (1u << kPieLevels.size()) - 1', 'kPieLevelGates = (1u << kPieLevels.size()) - 2'],
  ]),
  ...wide('fluid/model/network.hpp', 'FluidChoices.*', [['kLeastFlow * capacity', '0 * capacity']]),
  ...wide('laws/backlog_curves.hpp', 'FluidBacklog.*', [
    ['queue.q * made_of / (enters + missing)', 'queue.q * made_of / arrives'],
  ]),
  // The accounting of the packet simulator, and the sharing of a queue.
  ...of('packet/recorder.cpp', 'PacketInvariants.*', [
    ['backlog_at_warmup_ = around.backlog;', 'backlog_at_warmup_ = around.backlog + 1;'],
    ['m.arrivals > 0 ? lost / m.arrivals', 'm.arrivals > 0 ? lost / m.departures'],
  ]),
  ...of('parts/flow_hash.hpp', 'FlowHash.*', [
    ['spread == Spread::even ? even_hash', 'spread != Spread::even ? even_hash'],
  ]),
];
