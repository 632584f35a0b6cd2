/** A check of a document that Ajv has written (models/tools/generate.ts). */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface SchemaCheck {
  (value: unknown): boolean;
  readonly errors: readonly SchemaError[] | null;
}
