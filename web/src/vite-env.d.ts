/** What vite.config.ts defines. */
interface ImportMetaEnv {
  readonly AQM_VERSION: string;
  readonly AQM_ENGINE: string;
  /** What is new in this version, an entry a line of CHANGELOG.md. */
  readonly AQM_NEWS: readonly string[];
}
