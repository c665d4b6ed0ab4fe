import { type RefObject, useEffect, useRef } from 'react'

/** Undo and redo of the whole text, replacing those of a single field or of the code editor. */
export function useStepKeys(box: RefObject<HTMLElement | null>, { undo, redo }: { undo(): void; redo(): void }) {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const handle = (event: Event, move: 'undo' | 'redo') => {
      event.preventDefault()
      event.stopPropagation()
      latest.current[move]()
    }
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.altKey || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key === 'z') handle(event, event.shiftKey ? 'redo' : 'undo')
      else if (key === 'y' && !event.shiftKey) handle(event, 'redo')
    }
    /** Handles undo from a menu or the keyboard of a phone. */
    function onInput(event: InputEvent) {
      if (event.inputType === 'historyUndo') handle(event, 'undo')
      else if (event.inputType === 'historyRedo') handle(event, 'redo')
    }
    element.addEventListener('keydown', onKey, true)
    element.addEventListener('beforeinput', onInput, true)
    return () => {
      element.removeEventListener('keydown', onKey, true)
      element.removeEventListener('beforeinput', onInput, true)
    }
  })
}
