/** What vite.config.ts defines. */
interface ImportMetaEnv {
  readonly AQM_VERSION: string;
}
