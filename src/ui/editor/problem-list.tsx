import { CircleAlert, TriangleAlert } from 'lucide-react'
import css from './editor.module.css'
import { describeProblemCount, type TextProblem } from './problem'

/** The maximum number of listed problems. Further ones are only counted. */
const SHOWN = 50

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const labels = { error: 'Error', warning: 'Warning' }

type Props = { id: string; label: string; problems: readonly TextProblem[]; onGo: (problem: TextProblem) => void }

/** The problems of a text as a list. Pressing a problem moves the cursor to it. */
export function ProblemList({ id, label, problems, onGo }: Props) {
  return (
    <div className={css.problems}>
      <p id={id} className={css.count}>
        {describeProblemCount(problems)}
      </p>
      {problems.length > 0 && (
        <ul className={css.list} aria-label={`Problems of ${label}`}>
          {problems.slice(0, SHOWN).map((problem) => (
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
          {problems.length > SHOWN && <li className={css.more}>and {problems.length - SHOWN} more</li>}
        </ul>
      )}
    </div>
  )
}
