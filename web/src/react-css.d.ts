import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties are style, too. */
    [property: `--${string}`]: string | number | undefined;
  }
}
