/**
 * Sentences that the engine and the rules of documents compose, in the language of the page. They are made in English,
 * because programs read them too; this table has their forms, with {{names}} for the parts.
 */
import { decimal, joined, language, t } from './language.ts';
import { MEASURED_WORDS } from './measured-told.ts';
import { PROGRAM_WORDS } from './program-told.ts';

export const TOLD_WORDS: readonly string[] = [
  // Equal flows that lock each other out (wasm/src/lock-out.ts).
  'Locked out: {{flows}} long TCP flows share the link as if {{few}} had it and the others nothing (Jain’s index {{index}}). A simulator, whose hosts take no time, exaggerates that: a processing time of the hosts, faster access links or early drops end it.',
  // A link that cannot be opened (models/src/link.ts).
  'The link is of a format that this program does not know; a newer version may have made it.',
  'The link builds on release {{number}} of the preset {{id}}, which this program does not have; a newer version may have made it.',
  'The link is damaged: it was cut off or changed on its way; ask for it again.',
  'The link unpacks to more than {{most}} bytes.',
  // Options of an address (web/src/embed/options.ts).
  '{{name}} = "{{given}}" is not known: it is one of {{words}}.',
  'show has "{{word}}", which is not known: it takes {{words}}.',
  'origin = "{{origin}}" is no origin, such as https://course.example.',
  // What the fluid model leaves out (core-cpp/src/fluid/lane); of what it says of each scheme and sender as it is the
  // rest is asked of the engine (models/tools/fluid-notes.ts).
  'Flows have the mean round trip of their row, {{ms}} ms without queueing, not each its own.',
  'Transfers of finite length count as endless.',
  "The receivers' windows set no limit.",
  'DCTCP without marks answers as Reno does.',
  "The controller's timer would tick {{n}} times: its differential equations are solved instead.",
  'Where the rate of a link changes, the time that a packet itself takes on it does not.',
  'Links send at their mean rate, without grants and jitter.',
  'Random losses come one by one, not in runs.',
  'Windows grow by congestion avoidance from the first moment: no slow start, no single packets.',
  'Windows travel in trains: while its queue is short, a link is idle for some of the time.',
  'A queue of the chain passes on no more than its link carries, in the proportions in which flows enter it at that moment.',
  'The ways between the links of the chain count in the round trips only: what changes at one link meets the next ones at once, and the senders a whole round trip later.',
  'Traffic in the reverse direction is left out: acknowledgements meet no queue.',
  'The window follows the price by a filter, in place of the estimate of the share of marks.',
  'A loss or mark halves the window at once: no time-outs, no recovery.',
  'Marks are answered once a round trip, and a loss halves the window: no time-outs, no recovery.',
  'One mark a round trip is answered, and a lost packet as a mark is: no time-outs, no recovery.',
  "CUBIC's window is the cubic alone, without its Reno-friendly estimate, which rules at short round trips: there it is larger with packets.",
  'Only Reno is clocked by acknowledgements: other senders send their windows evenly over a round trip.',
  "Only Reno's scatter is known: other senders have their mean window.",
  'Random sources send at their mean rate.',
  'Packets of another size count by their bytes.',
  'With count_mode in it: drops are made about twice as often as the drop curve says.',
  'With count_mode in it: drops are made about two thirds as often as the drop curve says.',
  'The drop curve itself: with count_mode packets are dropped about twice as often as it says.',
  'The drop curve itself: with count_mode packets are dropped about two thirds as often as it says.',
  'Where the drop curve jumps it is a straight line instead, from a packet below to a packet above: what is dropped is missing in the queue at once, and the model would switch without end.',
  'The law is found from the program itself: all that happens between two packets is left out.',
  "Bursts are not let through, the delay is q / C instead of the latest packet's, and nothing is de-randomised.",
  'Below half the target, drops set in on a straight line while p goes from 0.19 to 0.21, not at once at 0.2.',
  'The smoothing of the arrival rate (rate_weight) is left out.',
  'Windows are {{w}} packets at rest: with fewer than two, senders send 10 to 25 % less than this model says.',
  "Windows are {{w}} packets at rest: there this model's queue is within 6 % of the packets' (1 % on average), a controller's probability within 16 %, and oscillations are 6 % too slow.",
  "Windows are {{w}} packets at rest: there this model's queue is within 6 % of the packets' (1 % on average) where it is steady, and a controller's probability within 16 %.",
  "Windows are {{w}} packets at rest: with more than 17, this model's errors are several times as large as with fewer, because it leaves out that packets come in bursts.",
  "Windows are {{w}} packets at rest, but marks make no sender's window smaller than two: with packets the queue is longer, as far as the buffer or drops let it.",
  "Every low-latency packet is marked at rest. The scheme then drops packets of both queues, unless drop_overload is off; the model only marks, so the packets' queue and shares differ.",
  // Why there is no Hopf point, or how its oscillation begins is not known (core-cpp/src/fluid).
  'it is stable throughout',
  'it is unstable throughout',
  'its stability changes only across values without an equilibrium',
  "it is unstable nowhere, and CUBIC's W_max keeps a root at 0",
  'no equilibrium between empty and full has a linear model',
  'it has no value to search from',
  'the lane has no fluid model',
  'the observed queue is at rest there',
  'the oscillation leaves the observed queue at rest, or a second root crosses',
  'the law has a kink at this rest, so the oscillation depends on both of its sides',
  'the law acts by a timer, so its motion is not smooth',
  "CUBIC's W_max keeps a root at 0",
  // What a design promises, and why a rule gives none (core-cpp/src/fluid/lane/design.cpp).
  'Stable, as far as the linearised model goes, for at least {{flows}} flows and round trips up to {{ms}} ms (Hollot et al. 2002, Proposition {{n}}).',
  'the rule needs TCP flows in the forward direction',
  "the weight that the rule gives is outside of the parameter's range",
  "the gain that the rule gives is outside of the parameter's range",
  'no w_q from 1e-12 up satisfies the rule: the slope max_p / (max_th - min_th) is too steep for so few flows',
  'R C / N is below 1.41 packets: no probability up to 1 makes windows so small',
  'sampling must be above z / 2, else b is not positive',
  // Why a lane has no fluid model.
  'the fluid model has no policer',
  'the fluid model follows at most 100 changes',
  'the fluid model follows changes of rates above 0, not of delay and loss',
  'the fluid model needs a row of TCP flows in the forward direction',
  'the fluid model takes at most 10 rows of TCP flows',
  'TCP in class 0: in the fluid model the classes with thresholds do not answer to losses',
  'Without a freeze time the probability would change infinitely fast.',
  'The model gives priority to the low-latency queue: c_weight must be at most 0.5.',
  'the fluid model of two queues has a single link',
  'must be explicit: two queues have no common delay',
  // Rules: a value's own (models/src, core-cpp/src/packet/config_check.cpp) …
  'must be one of {{words}}',
  'must be a number in {{unit}}',
  'must be a number',
  'must be a whole number',
  'must be a whole number from {{least}} to {{most}}',
  'must be a number or a pair [a, b]',
  'must be true or false',
  'must be text, and not empty',
  'must be given',
  'must be >= {{bound}}',
  'must be <= {{bound}}',
  'must be > {{bound}}',
  'must be < {{bound}}',
  'must be above {{bound}}',
  'must be below {{bound}}',
  'must be at least {{bound}}',
  'must be at most {{bound}}',
  'must have at least {{n}} entries',
  'must have at most {{n}} entries',
  'text has at most {{n}} characters here',
  'unknown key; known here: {{keys}}',
  'a pair has two numbers [a, b] in {{unit}}',
  'type a number, as in {{text}}',
  'type a number',
  'use a decimal point, not a comma, and no separators of thousands',
  'use a decimal comma, and no separators of thousands',
  'use no space inside a number',
  '{{unit}} is not a unit here; use {{units}}',
  'this number is too large',
  // … and those between places.
  'must be shorter than the duration ({{duration}} s)',
  'the first of two values must not be above the second',
  'must be later than the start of every flow',
  'headers must be shorter than packet_size',
  'these flows start after the end of the run (duration is {{duration}} s)',
  'the hosts’ own links carry {{hosts}} together, less than the link’s {{link}}: the queue builds up in those links, where no AQM acts on it',
  'all rows of traffic together have at most {{most}} flows, these have {{flows}}',
  'changes are in order of time (the one before is at {{time}} s)',
  'this change comes after the end of the run (duration is {{duration}} s)',
  'a lane cannot change {{key}}',
  'this sender needs SACK',
  'RACK-TLP needs a sender with SACK',
  'this sender defines no answer to marks',
  'two axes have this name; give one of them another',
  'the scenario has no such place',
  'a study has at most {{most}} runs, this has {{runs}}',
  // What a word of an address may be (web/src/state/codec.ts).
  '1 or 0',
  'one of {{words}}',
  'a number of at least {{least}}',
  'a number from {{least}} to {{most}}',
  'a whole number from {{least}} to {{most}}',
  'two numbers with "_" between them, the first below the second',
  'a note: lane:seconds:text',
  // The whole message.
  '{{subject}} is refused: {{rule}}. Nearest valid value: {{nearest}}.',
  '{{subject}} is refused: {{rule}}. Did you mean {{nearest}}?',
  '{{subject}} is refused: {{rule}}.',
];

type Form = readonly [form: RegExp, english: string];

/** The longer the fixed part, the earlier: "must be above" before "must be". */
const FORMS: readonly Form[] = [...TOLD_WORDS, ...PROGRAM_WORDS, ...MEASURED_WORDS]
  .toSorted((a, b) => b.length - a.length)
  .map((english) => {
    const form = english
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `(?<${name}>.+?)`);
    return [new RegExp(`^${form}$`, 's'), english];
  });

const valueOf = (text: string): string => (/^\d+\.\d+$/.test(text) ? decimal(text) : told(text));

/** What is written in a program: a word that was found, the name of a state. */
const isCode = (name: string, value: string): boolean =>
  name === 'code' || name === 'other' || (name === 'found' && !value.includes(' '));

/** The form of a composed sentence, and its parts. */
export function formOf(
  text: string,
): { readonly english: string; readonly parts: Readonly<Record<string, string>> } | undefined {
  for (const [form, english] of FORMS) {
    const found = form.exec(text);
    if (found !== null) return { english, parts: found.groups ?? {} };
  }
  return undefined;
}

/** A composed English sentence, or several, in the language of the page; what has no form stays as it is. */
export function told(text: string): string {
  if (language() === 'en' || text === '') return text;
  const plain = t(text);
  if (plain !== text) return plain;
  const form = formOf(text);
  if (form !== undefined) {
    const values = Object.entries(form.parts).map(([name, value]) => [
      name,
      isCode(name, value) ? value : valueOf(value),
    ]);
    return t(form.english, Object.fromEntries(values) as Record<string, string>);
  }
  const sentences = text.split(/(?<=\.) (?=[A-Z])/);
  return sentences.length === 1 ? text : joined(sentences.map(told));
}
