import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainAccess, reviewAccess } from '@/api/settings/access-explanation'
import { permissions } from '@/api/settings/permissions'
import { whoami } from '@/api/sign-in/whoami'
import type { AccessQuestion } from '@/lib/access/explanation'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { isAllowed } from '@/shared/access/access'
import type { FormValues } from '@/shared/forms/form-description'
import { Dialog } from '@/ui/dialog'
import { DescribedForm } from '@/ui/form/described/described-form'
import { useConsole } from '../../shared/console'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import { ExplanationView, ReviewView } from './explanation-view'
import { describeFields, initialValues, nameQuestion, questionOfPermission, readQuestion } from './question-form'
import css from './access.module.css'

/**
 * Shows whether a person, a team or a role may do something, with the rule that decides and those who have the right.
 * Opened on a permission, the question is about its subject, action and resource.
 */
export default function ExplainPermission({ known, written, onClose }: CommandDialogProps) {
  const { environment } = useConsole()
  const hasSubject = isAllowed(environment, 'rbac', 'read')
  // Only the embedded backend names the rule that decides.
  const isReview = environment.deployment?.backend === 'gateway'
  const { permission } = known
  const id = typeof permission === 'string' ? permission : undefined
  const row = useQuery({ ...permissions.one(id ?? ''), enabled: id !== undefined })
  const question = (values: FormValues, missing: readonly string[] = []) => (
    <Question {...{ values, missing, written, hasSubject, isReview }} />
  )
  return (
    <Dialog title="Explain a permission" onClose={() => void onClose()}>
      {/* Not a `FormPlace`, whose Escape asks before it discards: a question has nothing to keep. */}
      <div className={css.body}>
        {!hasSubject && (
          <p className={css.quiet}>
            You can ask about yourself. To ask about others: {describeMissingAccess(environment, 'rbac', 'read')}
          </p>
        )}
        {id === undefined ? (
          question(initialValues(known, environment, { hasSubject }))
        ) : (
          <QueryState query={row} what="the permission" as="pane">
            {(found) => {
              const { values: given, missing } = questionOfPermission(found, { hasSubject, isReview })
              return question(initialValues(known, environment, { hasSubject, given }), missing)
            }}
          </QueryState>
        )}
      </div>
    </Dialog>
  )
}

type QuestionProps = {
  values: FormValues
  /** The parts of the permission that a question cannot express, as sentences. */
  missing: readonly string[]
  written: string
  hasSubject: boolean
  isReview: boolean
}

/** The form of a question with its answer. */
function Question({ values: given, missing, written, hasSubject, isReview }: QuestionProps) {
  const [fields] = useState(() => describeFields({ hasSubject, isReview }))
  // A refresh of the permission does not replace what the user has chosen meanwhile.
  const [values] = useState(given)
  return (
    <>
      {missing.map((sentence) => (
        <p key={sentence} className={css.quiet}>
          {sentence}
        </p>
      ))}
      <DescribedForm
        label="question"
        fields={fields}
        values={values}
        draftKey={written}
        onSubmit={() => undefined}
        actions={null}
        after={isReview ? showReview : showAnswer}
      />
    </>
  )
}

/** The answer to the question in the form. It follows the fields, without a button. */
function Answer({ question }: { question: AccessQuestion | undefined }) {
  const query = useQuery({ ...explainAccess(question ?? none), enabled: question !== undefined })
  return (
    <section className={css.answer} aria-label="Answer" aria-busy={question !== undefined && query.isFetching}>
      {question === undefined ? (
        <p className={css.quiet}>{INCOMPLETE}</p>
      ) : (
        <QueryState query={query} what="the answer" as="part">
          {(explanation) => <ExplanationView explanation={explanation} />}
        </QueryState>
      )}
    </section>
  )
}

/** Same for a backend that answers only whether the subject may. */
function Review({ values }: { values: FormValues }) {
  const question = readQuestion(values)
  const me = useQuery(whoami())
  const subject = question?.subject ?? me.data?.id
  const isComplete = question !== undefined && subject !== undefined
  const { resource, object } = question ?? none
  const query = useQuery({
    ...reviewAccess({
      subject: subject ?? '',
      action: question?.action ?? '',
      resource: resource ?? { global: object ?? '' },
    }),
    enabled: isComplete,
  })
  return (
    <section className={css.answer} aria-label="Answer" aria-busy={isComplete && query.isFetching}>
      {question === undefined ? (
        <p className={css.quiet}>{INCOMPLETE}</p>
      ) : (
        <QueryState query={me} what="your account" as="part">
          {(you) => (
            <QueryState query={query} what="the answer" as="part">
              {(results) => {
                const result = results.find((one) => one.subject === subject)
                return result ? (
                  <ReviewView review={{ ...nameQuestion(values, you), isAllowed: result.allowed }} />
                ) : (
                  <p className={css.error}>The backend did not answer for this subject.</p>
                )
              }}
            </QueryState>
          )}
        </QueryState>
      )}
    </section>
  )
}

const INCOMPLETE = 'Choose a subject, an action and a resource.'

const showAnswer = (values: FormValues) => <Answer question={readQuestion(values)} />
const showReview = (values: FormValues) => <Review values={values} />

const none: AccessQuestion = { action: 'read' }
