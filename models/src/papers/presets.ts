/**
 * The papers' experiments as scenarios to start from, each under the best reading with all schemes that the paper
 * compares.
 */
import type { Scenario } from '../generated/scenario.ts';
import type { Preset } from '../presets.ts';
import { BEST, scenarioOf } from './experiment.ts';
import { PAPERS } from './list.ts';

/** A condition of an experiment; the title is that of its scenario, known before the paper is loaded. */
function preset(id: string, title: string, paper: string, experiment: string, condition: string): Preset {
  const load = async (): Promise<Scenario> => {
    const entry = PAPERS.find((known) => known.id === paper);
    if (entry === undefined) throw new Error(`there is no paper ${paper}`);
    return scenarioOf(await entry.load(), BEST, experiment, condition);
  };
  return { id, title, load };
}

export const paperPresets: readonly Preset[] = [
  preset('sared-low', 'SARED 2021, low load', 'sared-2021', 'main', 'low'),
  preset('sared-moderate', 'SARED 2021, moderate load', 'sared-2021', 'main', 'moderate'),
  preset('sared-high', 'SARED 2021, high load', 'sared-2021', 'main', 'high'),
  preset('rrmdp-udp', 'RRMDP 2018, UDP to twice the rate', 'rrmdp-2018', 'udp', 'to 700 s'),
  preset('aqmrd-25', 'AQMRD 2016, 25 flows', 'aqmrd-2016', 'main', 'N=25'),
  preset('aqmrd-50', 'AQMRD 2016, 50 flows', 'aqmrd-2016', 'main', 'N=50'),
  preset('aqmrd-75', 'AQMRD 2016, 75 flows', 'aqmrd-2016', 'main', 'N=75'),
  preset('aqmrd-100', 'AQMRD 2016, 100 flows', 'aqmrd-2016', 'main', 'N=100'),
  preset('anlred-10', 'ANLRED 2013, 10 Mbit/s', 'anlred-2013', 'main', '10 Mbit/s'),
  preset('anlred-100', 'ANLRED 2013, 100 Mbit/s', 'anlred-2013', 'main', '100 Mbit/s'),
  preset('anlred-1000-flows', 'ANLRED 2013, 10 Mbit/s, 1000 flows', 'anlred-2013', 'main', '1000 flows'),
  preset('anlred-rtt', 'ANLRED 2013, 10 Mbit/s, RTT 1 s', 'anlred-2013', 'main', 'RTT 1 s'),
  preset('acred-50', 'AC-RED 2022, one bottleneck, 50 flows', 'acred-2022', 'single', 'N=50'),
  preset('acred-75', 'AC-RED 2022, one bottleneck, 75 flows', 'acred-2022', 'single', 'N=75'),
  preset('acred-100', 'AC-RED 2022, one bottleneck, 100 flows', 'acred-2022', 'single', 'N=100'),
  preset('acred-burst', 'AC-RED 2022, one bottleneck, 25 to 100 flows', 'acred-2022', 'single', 'N=[25,100]'),
  preset('acred-several', 'AC-RED 2022, several bottlenecks, TCP', 'acred-2022', 'several', 'TCP'),
  preset(
    'acred-udp',
    'AC-RED 2022, several bottlenecks, TCP and UDP',
    'acred-2022',
    'several',
    'TCP and UDP',
  ),
];
