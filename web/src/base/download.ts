/** Hands a file to the reader. */
export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser has begun to read by then; keeping the address would keep the file in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
