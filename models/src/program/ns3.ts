/**
 * A program as a queue disc of ns-3 (3.36 and later): the law in C, and the class that ns-3 calls around it.
 */
import type { AqmInfo } from '../types.ts';
import { cCore } from './c.ts';
import { double, quoted, safe, typeOf } from './names.ts';
import { eventsOf, partsIn, type Part } from './tree.ts';
import { clike } from './clike.ts';

const lines = (text: string): readonly string[] => text.replace(/^\n/, '').replace(/\n$/, '').split('\n');

/** `scheme`: the engine's description of the program's text. */
export function ns3Disc(tree: Part, scheme: AqmInfo): string {
  const { id, lines: core } = cCore(tree, scheme);
  const disc = `${typeOf(id)}QueueDisc`;
  const law = id.toUpperCase();
  const has = new Set(eventsOf(tree).map(({ name }) => name));
  const params = scheme.params.filter(({ kind }) => kind !== 'text');
  const window = [...partsIn(tree)].find(({ kind }) => kind === 'load')?.of[0];
  const { value } = clike({
    param: 'm_law.param.',
    state: 'm_law.state.',
    reading: (name) => `m_law.at.${name}`,
    infinity: 'INFINITY',
    call: (name, of) => `${name}(${of.join(', ')})`,
    local: '',
    keep: (text) => text,
    decide: () => '',
  });
  const on = (event: string, ...text: readonly string[]) => (has.has(event) ? text : []);
  return [
    `// ${scheme.name.replace(/\s+/g, ' ')}: written by AQM Explorer from a program, as a queue disc of ns-3.`,
    '// ns-3 does not tell a queue disc whether the device sends: the link counts as idle after it found ' +
      'nothing to send.',
    '#include <cmath>',
    '#include <deque>',
    '',
    '#include "ns3/core-module.h"',
    '#include "ns3/data-rate.h"',
    '#include "ns3/drop-tail-queue.h"',
    '#include "ns3/queue-disc.h"',
    '',
    'namespace ns3 {',
    'namespace {',
    '',
    ...core,
    '}  // namespace',
    '',
    `class ${disc} : public QueueDisc {`,
    ' public:',
    '  static TypeId GetTypeId() {',
    '    static TypeId tid =',
    `        TypeId("ns3::${disc}")`,
    '            .SetParent<QueueDisc>()',
    '            .SetGroupName("TrafficControl")',
    `            .AddConstructor<${disc}>()`,
    '            .AddAttribute("MaxSize", "The maximum size of the queue.", QueueSizeValue(QueueSize("1000p")),',
    '                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize), ' +
      'MakeQueueSizeChecker())',
    '            .AddAttribute("LinkBandwidth", "The rate of the link.", DataRateValue(DataRate("10Mbps")),',
    `                          MakeDataRateAccessor(&${disc}::m_rate), MakeDataRateChecker())`,
    '            .AddAttribute("PacketSize", "The size of a full packet, bytes.", UintegerValue(1500),',
    `                          MakeUintegerAccessor(&${disc}::m_packetSize), MakeUintegerChecker<uint32_t>())`,
    ...params.flatMap(({ name, kind, default: fallback, help }) =>
      kind === 'toggle'
        ? [
            `            .AddAttribute(${quoted(name)}, ${quoted(help)}, BooleanValue(${String(fallback)}),`,
            `                          MakeBooleanAccessor(&${disc}::p_${safe(name)}), MakeBooleanChecker())`,
          ]
        : [
            `            .AddAttribute(${quoted(name)}, ${quoted(help)}, DoubleValue(${double(Number(fallback))}),`,
            `                          MakeDoubleAccessor(&${disc}::p_${safe(name)}), MakeDoubleChecker<double>())`,
          ],
    ),
    '        ;',
    '    return tid;',
    '  }',
    '',
    `  ${disc}() : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE), ` +
      'm_random(CreateObject<UniformRandomVariable>()) {}',
    '',
    ' private:',
    ...lines(`
  bool CheckConfig() override {
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0) return false;
    if (GetNInternalQueues() == 0) {
      AddInternalQueue(
          CreateObjectWithAttributes<DropTailQueue<QueueDiscItem>>("MaxSize", QueueSizeValue(GetMaxSize())));
    }
    return GetNInternalQueues() == 1;
  }

  void InitializeParams() override {`),
    ...params.map(({ name }) => `    m_law.param.${safe(name)} = p_${safe(name)};`),
    ...lines(`
    m_law.at.buffer = GetMaxSize().GetValue() / (GetMaxSize().GetUnit() == QueueSizeUnit::BYTES ? double(m_packetSize) : 1);
    m_law.at.rate = double(m_rate.GetBitRate());
    m_law.at.packet_size = m_packetSize;
    m_law.at.capacity = m_law.at.rate / (8.0 * m_packetSize);
    ${id}_start(&m_law);`),
    ...on('every', `    Simulator::Schedule(Seconds(${id}_interval(&m_law)), &${disc}::Tick, this);`),
    '  }',
    '',
    ...lines(`
  void Look() {
    m_law.at.queue = GetInternalQueue(0)->GetNPackets();
    m_law.at.queue_bytes = GetInternalQueue(0)->GetNBytes();
    m_law.at.now = Simulator::Now().GetSeconds();
  }
  void Look(Ptr<QueueDiscItem> item) {
    uint8_t field = 0;
    m_law.at.size = item->GetSize();
    m_law.at.ect = item->GetUint8Value(QueueItem::IP_DSFIELD, field) && (field & 3) != 0;
  }
  /// Whether the packet is dropped; marks it where the law says so.
  bool Drops(${id}_outcome outcome, Ptr<QueueDiscItem> item) {
    switch (outcome) {
      case ${law}_ACCEPT: return false;
      case ${law}_MARK: Mark(item, "Marked"); return false;
      case ${law}_MARK_OR_DROP: return !Mark(item, "Marked");
      default: return true;
    }
  }
`),
    '',
    '  bool DoEnqueue(Ptr<QueueDiscItem> item) override {',
    '    Look();',
    '    Look(item);',
    '    const bool idle = m_idle && m_law.at.queue == 0;',
    '    m_law.at.random = m_random->GetValue(0, 1);',
    '    m_law.at.busy = !idle;',
    '    m_law.at.idle_time = idle ? (Simulator::Now() - m_idleSince).GetSeconds() : 0;',
    '    m_idle = false;',
    ...(window === undefined
      ? []
      : lines(`
    const double window = ${value(window)};
    m_arrived.emplace_back(m_law.at.now, 8.0 * item->GetSize());
    while (m_arrived.front().first < m_law.at.now - window) m_arrived.pop_front();
    double bits = 0;
    for (const auto& one : m_arrived) bits += one.second;
    m_law.offered = bits / (window * m_law.at.rate);`)),
    ...(has.has('on arrive')
      ? [`    const bool drop = Drops(${id}_on_arrive(&m_law), item);`]
      : ['    const bool drop = false;']),
    '    if (GetCurrentSize() + item > GetMaxSize()) {',
    ...on('on overflow', `      ${id}_on_overflow(&m_law);`),
    '      DropBeforeEnqueue(item, "Overflow");',
    '      return false;',
    '    }',
    '    if (drop) {',
    '      DropBeforeEnqueue(item, "Early");',
    '      return false;',
    '    }',
    '    return GetInternalQueue(0)->Enqueue(item);',
    '  }',
    '',
    '  Ptr<QueueDiscItem> DoDequeue() override {',
    '    m_law.at.first = true;',
    '    while (Ptr<QueueDiscItem> item = GetInternalQueue(0)->Dequeue()) {',
    ...on(
      'on depart',
      '      Look();',
      '      Look(item);',
      '      m_law.at.sojourn = (Simulator::Now() - item->GetTimeStamp()).GetSeconds();',
      `      if (Drops(${id}_on_depart(&m_law), item)) {`,
      '        DropAfterDequeue(item, "Late");',
      '        m_law.at.first = false;',
      '        continue;',
      '      }',
    ),
    '      return item;',
    '    }',
    '    if (!m_idle) {',
    '      m_idle = true;',
    '      m_idleSince = Simulator::Now();',
    ...on('on idle', '      Look();', `      ${id}_on_idle(&m_law);`),
    '    }',
    '    return nullptr;',
    '  }',
    ...on(
      'every',
      '',
      '  void Tick() {',
      '    Look();',
      `    ${id}_on_every(&m_law);`,
      `    Simulator::Schedule(Seconds(${id}_interval(&m_law)), &${disc}::Tick, this);`,
      '  }',
    ),
    '',
    `  ${id} m_law{};`,
    '  Ptr<UniformRandomVariable> m_random;',
    '  DataRate m_rate;',
    '  uint32_t m_packetSize = 1500;',
    '  bool m_idle = true;',
    '  Time m_idleSince;',
    ...(window === undefined ? [] : ['  std::deque<std::pair<double, double>> m_arrived;']),
    ...params.map(({ name, kind }) => `  ${kind === 'toggle' ? 'bool' : 'double'} p_${safe(name)} = 0;`),
    '};',
    '',
    `NS_OBJECT_ENSURE_REGISTERED(${disc});`,
    '',
    '}  // namespace ns3',
    '',
  ].join('\n');
}
