/**
 * Trusted types (W3C). If the page's policy requires them (web/content-policy.ts), only this file turns text
 * into elements, and addresses into scripts. Three kinds of text become elements: text rendered when the
 * project was built, the plots' own SVG, and the texts of a lesson (models/src/stories/render.ts); in the
 * last two every word is escaped.
 */

/** TypeScript's library does not know these types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?: (text: string) => string; createScriptURL?: (address: string) => string },
  ): { createHTML(text: string): TrustedHTML };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Elements that neither a drawing nor a text contains. */
const ACTIVE = /<\s*(?:script|iframe|object|embed|link|meta|base|form|style|template)\b/i;

const policy = trustedTypes?.createPolicy('aqm', {
  createHTML: (text) => {
    if (ACTIVE.test(text)) throw new TypeError('neither a drawing nor a text');
    return text;
  },
});

/** For `dangerouslySetInnerHTML`. */
export const markup = (html: string): { readonly __html: string | TrustedHTML } => ({
  __html: policy === undefined ? html : policy.createHTML(html),
});

/** Addresses of workers and of the service worker: only scripts in this page's own folder. */
trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => {
    const { href } = new URL(address, document.baseURI);
    if (!href.startsWith(new URL('.', document.baseURI).href))
      throw new TypeError('a program from elsewhere');
    return href;
  },
});
