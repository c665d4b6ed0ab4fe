import '@/commands/every-command'
import { type QueryKey, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { ApiError } from '@/api/http'
import type { Call, Command, KnownArgs, Slots } from '@/commands/command'
import type { CommandEnvironment } from '@/commands/context'
import { findCommand } from '@/commands/registry'
import type { FormDescription, FormValues } from '@/shared/forms/form-description'
import { capital } from '@/shared/format'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm'
import { Dialog } from '@/ui/dialog'
import { PendingFormActions } from '@/ui/form/form-buttons'
import type { Rejection } from '@/ui/form/form-context'
import { DescribedForm } from '@/ui/form/described/described-form'
import type { FieldSchemas } from '@/ui/form/described/form-schema'
import { Banner, Notice } from '@/ui/notice'
import { useAnnouncement } from '@/ui/hooks'
import { useConsole } from '../console'
import { QueryState, StaleNotice } from '../query/query-state'
import type { CommandDialogProps } from './command-dialog'
import css from './command-form.module.css'
import { FormPlace } from './form-place'
import { type FormQuestion, type FormReview, FormReviewContext } from './form-review'
import { useSubmit } from './use-submit'

type Values = Record<string, unknown>
/** Why there are no fields to fill in. `title` has no full stop; `text` consists of whole sentences, or is empty. */
type Reason = { tone: 'empty' | 'closed'; title: string; text: string }

/** Further values that the fields may depend on. They do not change while the form is shown. */
type Start = { values: FormValues; environment: CommandEnvironment }

/** Excludes null, which means that the resource does not exist; the form shows that itself. */
type There<D> = Exclude<D, null>

type FormDefinition<D, K extends QueryKey = QueryKey> = {
  title: (known: KnownArgs, data: D | undefined) => string
  description?: (known: KnownArgs) => string
  /** The accessible name of the form itself. */
  label: string
  /** The data required before the fields can be shown, if any. */
  query?: (known: KnownArgs) => UseQueryOptions<D, ApiError, D, K> | undefined
  /** The name of the data in messages: 'the properties'. */
  what?: string
  /** The reason shown instead of the fields, or above existing fields: the resource is gone, or not editable here. */
  closed?: (data: There<D>, known: KnownArgs) => Reason | undefined
  /** The reason why the fields are read-only, shown above them. */
  locked?: (data: There<D>, known: KnownArgs) => string | undefined
  fields: FormDescription | ((data: There<D>, known: KnownArgs, start: Start) => FormDescription)
  /** The values to start with, if they are not the initial values of the fields: those of an existing resource. */
  values?: (data: There<D>, known: KnownArgs) => Values
  /** Content below the fields. */
  after?: (data: There<D>, known: KnownArgs, values: FormValues) => ReactNode
  /**
   * Converts the validated values to arguments, for a form whose fields are not the slots of the command. Without it,
   * each field is the slot of the same name: the schema of the slot validates the input, its result is the argument, and
   * an argument of the call is the input to start with.
   */
  toArgs?: (values: Values) => Readonly<KnownArgs>
  /** The label of the submit button, which may depend on the values. */
  submitLabel: string | ((values: Values) => string)
  busyLabel: string
}

/** Any definition. Its types were checked when it was passed to `commandForm`. */
type Definition = FormDefinition<unknown>

/** Creates the dialog of a command from the definition of its form. */
export function commandForm<D = undefined, K extends QueryKey = QueryKey>(
  definition: FormDefinition<D, K>
): ComponentType<CommandDialogProps> {
  return (props) => <CommandForm definition={definition as unknown as Definition} {...props} />
}

const nothing: UseQueryOptions<unknown, ApiError> = { queryKey: [], queryFn: skipToken }

type Props = CommandDialogProps & { definition: Definition }

function CommandForm(props: Props) {
  const { definition, known, onClose } = props
  const { title, description, query, what = 'the form', submitLabel } = definition
  const options = query?.(known)
  const result = useQuery(options ?? nothing)
  const answer = options && result.data === undefined ? undefined : { data: result.data }
  const reason = answer && whyClosed(answer.data, props)
  const fillable = useFillable(answer, reason !== undefined)
  const close = () => void onClose()
  return (
    <Dialog title={title(known, (fillable ?? result).data)} description={description?.(known)} onClose={close}>
      {fillable ? (
        <>
          <StaleNotice as="pane" query={result} what={what} />
          <FormPlace className={css.body ?? ''}>
            {reason && <Banner key={reason.title}>{formatReason(reason)}</Banner>}
            <Fields {...props} data={fillable.data} />
          </FormPlace>
        </>
      ) : reason ? (
        <Closed {...reason} onClose={close} />
      ) : (
        <>
          <QueryState as="pane" query={result} what={what} />
          {!result.error && (
            <PendingFormActions
              // A label that depends on the values is not available yet.
              submitLabel={typeof submitLabel === 'string' ? submitLabel : title(known, undefined)}
              refusal={`Loading ${what}…`}
              onCancel={close}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

type Answer = { data: unknown }

/**
 * The data for the fields; undefined until it has loaded. Once shown, fields stay with their input, even if a refresh
 * finds that the resource is gone: the server decides when they are submitted.
 */
function useFillable(answer: Answer | undefined, isClosed: boolean): Answer | undefined {
  const [last, setLast] = useState<Answer>()
  if (!answer || isClosed || (last && last.data === answer.data)) return last
  setLast(answer)
  return answer
}

function whyClosed(data: unknown, { definition: { closed, what = 'it' }, known }: Props): Reason | undefined {
  if (data === null) return { tone: 'empty', title: `${capital(what)} no longer exists`, text: '' }
  return closed?.(data, known)
}

const formatReason = ({ title, text }: Pick<Reason, 'title' | 'text'>) => `${title}. ${text}`.trim()

/** The reason why there are no fields. Its button takes focus, which waited at the title for the fields. */
function Closed({ tone, title, text, onClose }: Reason & { onClose: () => void }) {
  // Focus skips the notice, so its text is announced.
  useAnnouncement(formatReason({ title, text }), { key: 'closed' })
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

function Fields({ data, ...props }: Props & { data: unknown }) {
  const { definition, call, written, known, onClose } = props
  const { label, after, submitLabel, busyLabel, toArgs } = definition
  const command = findCommand(call.id)
  const slots = useMemo(() => (toArgs ? {} : fieldSlots(command)), [toArgs, command])
  const submit = useSubmit(props)
  const { environment } = useConsole()
  const [start] = useState(() => ({
    values: { ...definition.values?.(data, known), ...inputOf(call, slots) },
    environment,
  }))
  const fields = useMemo(() => describe(definition, data, known, start), [definition, data, known, start])
  const schemas = useMemo(() => schemasOf(slots), [slots])
  const lock = definition.locked?.(data, known)
  const { review, setReview, approve, dialog } = useReview()
  return (
    <FormReviewContext value={setReview}>
      <DescribedForm
        isReadOnly={lock !== undefined}
        isIrrevocable={command?.undo === 'none'}
        label={label}
        draftKey={written}
        fields={fields}
        values={start.values}
        schemas={schemas}
        after={after && ((values) => after(data, known, values))}
        submitLabel={review?.label ?? submitLabel}
        busyLabel={busyLabel}
        onSubmit={async (values) =>
          (await approve()) ?? (await submit(toArgs ? toArgs(values) : argsOf(slots, values)))
        }
        onCancel={() => void onClose()}
      >
        {lock !== undefined && <p className={css.lock}>{lock}</p>}
      </DescribedForm>
      {dialog}
    </FormReviewContext>
  )
}

/** The review of the form, and the dialog of its question. */
function useReview() {
  const [review, setReview] = useState<FormReview>()
  const [asked, setAsked] = useState<FormQuestion & { answer(isConfirmed: boolean): void }>()
  const ask = (found: FormQuestion) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        ...found,
        answer(isConfirmed) {
          setAsked(undefined)
          resolve(isConfirmed)
        },
      })
    })
  return {
    review,
    setReview,
    /** @returns why the values are not sent; undefined if they are */
    async approve(): Promise<Rejection | undefined> {
      const found = await review?.check()
      if (!found || !('question' in found)) return found
      return (await ask(found)) ? undefined : { message: 'Not confirmed: nothing was sent.' }
    },
    dialog: asked && (
      <ConfirmDialog
        title={asked.question}
        verb="approve"
        Frame={FormPlace}
        yes={asked.yes}
        onCancel={() => asked.answer(false)}
        onConfirm={() => asked.answer(true)}
      >
        {asked.text}
      </ConfirmDialog>
    ),
  }
}

const describe = ({ fields }: Definition, data: unknown, known: KnownArgs, start: Start): FormDescription =>
  typeof fields === 'function' ? fields(data, known, start) : fields

/** The slots that are fields of the form. */
const fieldSlots = (command: Command | undefined): Slots =>
  Object.fromEntries(Object.entries(command?.slots ?? {}).filter(([, { field, isPrivate }]) => field && !isPrivate))

const schemasOf = (slots: Slots): FieldSchemas =>
  Object.fromEntries(Object.entries(slots).map(([name, { schema }]) => [name, schema]))

/** The arguments of the call as input: schemas read text. */
const inputOf = ({ args }: Call, slots: Slots): Values =>
  Object.fromEntries(
    Object.entries(slots).flatMap(([name, { write }]) => (args[name] === undefined ? [] : [[name, write(args[name])]]))
  )

/** The validated values as arguments, without those of fields that the form does not show. */
const argsOf = (slots: Slots, values: Values): KnownArgs =>
  Object.fromEntries(Object.keys(slots).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
