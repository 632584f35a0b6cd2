/**
 * Features that are disabled in the browser under test. Chromium uses only the last such list on its command
 * line, so Playwright's own list is included here (scripts/tests/features.test.ts compares them).
 */
const PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Two pages of the address bar, which the browser loads for every window: two thirds of the work of opening
 * our page.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const withoutFeatures = `--disable-features=${[...PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`;
