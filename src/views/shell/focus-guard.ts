/**
 * The backstop for "focus is never lost": when whatever had focus is taken out of the document and nothing else has
 * taken it two frames later, it goes to the row under the cursor, else to the heading of the page.
 */
export function guardFocus(): () => void {
  let last: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
  }
  const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body
  const repair = () => {
    if (!isLost()) return
    const home = document.querySelector<HTMLElement>('[data-scope="list"] [role="row"][tabindex="0"], h1')
    home?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(repair))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    window.removeEventListener('focusin', remember)
  }
}
