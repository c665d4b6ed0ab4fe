import { formatCodePoint } from '@/lib/code-point'

/**
 * Marks, embeddings, overrides and isolates of text direction. In a name, they can show `alive.txt` for another name.
 * Letters of right-to-left scripts need none of them.
 */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Attributes that are shown or spoken. */
const attributes = ['aria-label', 'title', 'aria-description', 'alt', 'placeholder'] as const

const withAttribute = attributes.map((name) => `[${name}]`).join(', ')

/** Texts that users edit are shown as they are saved. */
const EDITED = 'textarea, [contenteditable], .cm-editor'

/** The text with visible placeholders, as in logs: `<U+202E>`. */
export const replaceDirectionControls = (text: string): string => text.replace(CONTROLS, formatCodePoint)

/**
 * Replaces controls of text direction in everything that is rendered below an element, now and later, before it is
 * painted: rows, dialogs, messages, menus, spoken labels and the title of the page. Data stays unchanged, so that copied,
 * edited and saved texts have the original characters.
 * @returns a function that stops replacing
 */
export function showDirectionControls(root: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'characterData') replaceInText(target)
      else if (type === 'attributes') replaceInAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) replaceBelow(node)
    }
  })
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...attributes],
  })
  replaceBelow(root)
  return () => observer.disconnect()
}

const hasControls = (text: string | null): text is string => text !== null && text.search(CONTROLS) >= 0

function replaceBelow(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) return replaceInText(node)
  if (!(node instanceof Element)) return
  // Most parts of a page have no such character.
  if (hasControls(node.textContent)) {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let next = texts.nextNode(); next; next = texts.nextNode()) replaceInText(next)
  }
  for (const element of [node, ...node.querySelectorAll(withAttribute)])
    for (const name of attributes) replaceInAttribute(element, name)
}

function replaceInText(node: Node): void {
  const { nodeValue, parentElement } = node
  if (hasControls(nodeValue) && !parentElement?.closest(EDITED)) node.nodeValue = replaceDirectionControls(nodeValue)
}

function replaceInAttribute(element: Element, name: string): void {
  const value = element.getAttribute(name)
  if (hasControls(value)) element.setAttribute(name, replaceDirectionControls(value))
}
