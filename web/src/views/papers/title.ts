/** Goes to the paper that is shown: to the eye and, for who reads by ear or by keys, with the focus. */
export function showTitle(): void {
  const title = document.getElementById('paper-title');
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}
