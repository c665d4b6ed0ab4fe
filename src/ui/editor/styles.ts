import { EditorView } from '@codemirror/view'

let isDone = false

/**
 * Has CodeMirror keep its styles in a constructed style sheet. The policy `style-src 'self'` allows those but no style
 * elements, and CodeMirror uses them only for shadow roots, which it recognises by a missing `head`. A real shadow root
 * would separate the editor from its label, description and keys. So the first editor sees the
 * document without a head; CodeMirror caches the result on the document for all later editors.
 */
export function adoptStyles(): void {
  if (isDone) return
  isDone = true
  const headless = new Proxy(document, {
    get(target, key) {
      if (key === 'head') return null
      const found: unknown = Reflect.get(target, key, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  new EditorView({ root: headless }).destroy()
}
