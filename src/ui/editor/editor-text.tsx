import { CircleAlert, TriangleAlert } from 'lucide-react'
import {
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type EditorActions, EditorFrameContext } from './editor-frame'
import css from './editor.module.css'
import { type MountedEditor, isValidated, mountEditor } from './mount-editor'
import { describeProblemCount, type TextProblem } from './problem'
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
  const editor = useRef<MountedEditor>(null)
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  const readProps = useEffectEvent(() => props)
  useEffect(() => {
    if (!host.current) return
    const mounted = mountEditor(
      host.current,
      () => readProps(),
      (found) => {
        setProblems(found)
        readProps().onProblems?.(found)
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
    if (readProps().autoFocus) editor.current?.focus()
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

/** The maximum number of listed problems. Further ones are only counted. */
const LISTED = 50

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const labels = { error: 'Error', warning: 'Warning' }

type ListProps = { id: string; label: string; problems: readonly TextProblem[]; onGo: (problem: TextProblem) => void }

/** The problems of a text as a list. Pressing a problem moves the cursor to it. */
function ProblemList({ id, label, problems, onGo }: ListProps) {
  return (
    <div className={css.problems}>
      <p id={id} className={css.count}>
        {describeProblemCount(problems)}
      </p>
      {problems.length > 0 && (
        <ul className={css.list} aria-label={`Problems of ${label}`}>
          {problems.slice(0, LISTED).map((problem) => (
            <li key={`${problem.from} ${problem.message}`}>
              <button
                type="button"
                className={css.problem}
                data-severity={problem.severity}
                onClick={() => onGo(problem)}
              >
                {problem.severity === 'error' ? <CircleAlert {...icon} /> : <TriangleAlert {...icon} />}
                <span>
                  {labels[problem.severity]} · Line {problem.line}, column {problem.column}: {problem.message}
                </span>
              </button>
            </li>
          ))}
          {problems.length > LISTED && <li className={css.more}>and {problems.length - LISTED} more</li>}
        </ul>
      )}
    </div>
  )
}
