import { EditorView } from '@codemirror/view'

let isDone = false

/**
 * Makes CodeMirror use a constructed style sheet. The policy `style-src 'self'` allows these but not style elements.
 * CodeMirror uses them only in shadow roots, which it recognises by a missing `head`. A real shadow root would separate
 * the editor from its label, description and key bindings, so the first editor gets a document without a head.
 * CodeMirror caches the result on the document for all later editors.
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
