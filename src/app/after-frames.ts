/** Runs `then` when so many frames have been drawn. */
export function afterFrames(count: number, then: () => void): void {
  if (count === 0) then()
  else requestAnimationFrame(() => afterFrames(count - 1, then))
}
