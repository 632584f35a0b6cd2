/** The values defined by vite.config.ts. */
interface ImportMetaEnv {
  readonly AQM_VERSION: string;
  readonly AQM_ENGINE: string;
  /** The news of this version: the entries of CHANGELOG.md, one on each line. */
  readonly AQM_NEWS: readonly string[];
}
