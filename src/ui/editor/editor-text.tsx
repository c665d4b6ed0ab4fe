import {
  type RefObject,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type EditorActions, EditorFrameContext } from './editor-frame'
import css from './editor.module.css'
import { type MountedEditor, isValidated, mountEditor } from './mount-editor'
import type { TextProblem } from './problem'
import { ProblemList } from './problem-list'
import type { EditorHandle, EditorTextProps } from './props'

/** The `id` and ARIA attributes that connect the text to its label, help and error. */
type TextWiring = Readonly<Record<string, string | true | undefined>>

type Props = EditorTextProps & {
  wiring: TextWiring
  /** Hides the problem list while there are no problems. */
  isQuiet?: boolean
  handle?: RefObject<EditorHandle | null>
}

/** The text and its problems. The caller provides the label. */
export function EditorText({ wiring, isQuiet = false, handle, ...props }: Props) {
  const { label, language, value, schema, isReadOnly = false, height = 'medium' } = props
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const editor = useRef<MountedEditor>(null)
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const mounted = mountEditor(
      host.current,
      () => latest.current,
      (found) => {
        setProblems(found)
        latest.current.onProblems?.(found)
      }
    )
    editor.current = mounted
    return () => {
      mounted.destroy()
      editor.current = null
    }
  }, [])
  useEffect(() => editor.current?.show(value), [value])
  const isInvalid = problems.some(({ severity }) => severity === 'error')
  const hasCount = (!isQuiet && isValidated(props)) || problems.length > 0
  const attributes = JSON.stringify({
    ...wiring,
    'aria-describedby': [wiring['aria-describedby'], hasCount && `${id}-count`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': wiring['aria-invalid'] ?? (isInvalid || undefined),
  })
  useEffect(() => {
    const given = Object.entries(JSON.parse(attributes) as TextWiring)
    // Editable text is focusable without it, but axe requires the attribute.
    const all = { tabindex: '0', ...Object.fromEntries(given.map(([name, setting]) => [name, String(setting)])) }
    editor.current?.configure(all, language, isReadOnly)
  }, [attributes, language, isReadOnly])
  useEffect(() => editor.current?.validate(language, schema), [schema, language])
  // A selection made in the text comes back as a prop, and `showLines` then ignores it.
  const { lines } = props
  useEffect(() => editor.current?.showLines(lines), [lines])
  // Runs after `configure`, which sets the accessible name.
  useEffect(() => {
    if (latest.current.autoFocus) editor.current?.focus()
  }, [])

  const [actions] = useState<EditorActions>(() => ({
    nextProblem: () => editor.current?.walk(1),
    previousProblem: () => editor.current?.walk(-1),
    format: () => editor.current?.format(),
    search: () => editor.current?.search(),
    fold: () => editor.current?.fold(),
    unfold: () => editor.current?.unfold(),
    foldAll: () => editor.current?.foldAll(),
    unfoldAll: () => editor.current?.unfoldAll(),
  }))
  useImperativeHandle(handle, () => ({
    ...actions,
    text: () => editor.current?.text() ?? value,
    focus: () => editor.current?.focus(),
    toggleLines: (count) => editor.current?.toggleLines(count),
    extendLines: (by) => editor.current?.extendLines(by),
  }))

  const frame = useContext(EditorFrameContext)
  return frame(
    actions,
    <div className={css.editor}>
      <div ref={host} className={css.host} data-height={height} data-readonly={isReadOnly || undefined} />
      {hasCount && (
        <ProblemList id={`${id}-count`} label={label} problems={problems} onGo={(one) => editor.current?.go(one)} />
      )}
    </div>
  )
}
