import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { findNamed, findResources, findSelectedByAll } from '../../api/names'
import { playbookById } from '../../api/playbook'
import { type Applicable, applicablePlaybooks } from '../../api/applicable-playbooks'
import { playbooks } from '../../api/playbooks'
import { nameOfThing } from '../../api/thing-name'
import { NO_RESOURCE, NO_THING, type PlaybookKind } from '../../commands/areas/playbook'
import type { Target } from '../../commands/command'
import type { Choice } from '../../lib/choice'
import { nounOf } from '../../lib/kinds'
import { planOf, type PlaybookPlan } from '../../lib/playbook-plan'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { type Resource, ResourceSearchField } from '../../ui/form/fields/resource-search'
import { SelectField } from '../../ui/form/fields/select'
import { Banner, Notice } from '../../ui/notice'
import { useConsole } from '../shell/console'
import type { CommandDialogProps } from '../shell/forms/command-dialog'
import { FormPlace } from '../shell/forms/form-place'
import { useSubmit } from '../shell/forms/use-submit'
import { QueryState } from '../shell/query/query-state'
import { type FindThings, type Parameter, thingsGiven } from '../../lib/playbook-fields'
import { NotYet, Parameters } from './parameters'
import { Plan } from './plan'
import css from './run-playbook.module.css'

type Thing = Target<PlaybookKind>

/**
 * The dialog that runs a playbook. It begins with a thing, and asks which of the playbooks that apply to it, or with a
 * playbook, and asks for what. Then it asks the parameters.
 */
export function RunPlaybook(props: CommandDialogProps) {
  const { known, onClose } = props
  const [target] = (known['target'] ?? []) as readonly Thing[]
  const wanted = known['playbook'] as string | undefined
  // What is chosen here can be chosen again.
  const [asksThing] = useState(target === undefined)
  useName(target)
  return (
    <Dialog title="Run playbook" description={target && `For ${thingIn(target)}`} onClose={() => void onClose()}>
      {target && !asksThing ? (
        <ForThing {...props} target={target} wanted={wanted} />
      ) : wanted === undefined ? (
        <Unknown title="No playbook was asked for" onClose={onClose}>
          A playbook is run for a check, a component or a config item, from where that is shown.
        </Unknown>
      ) : (
        <OfPlaybook {...props} id={wanted} target={target} />
      )}
    </Dialog>
  )
}

const thingIn = ({ kind, label }: Thing) => `the ${nounOf(kind)} ${label}`

/** A link, and the search of this dialog, give a thing by its id: what it is called is asked where nothing on screen knows. */
function useName(target: Thing | undefined): void {
  const { kind, id } = target ?? nowhere
  const { environment } = useConsole()
  const isKnown = target === undefined || environment.nameOf(kind, id) !== undefined
  useQuery({ ...nameOfThing(kind, id), enabled: !isKnown })
}

const nowhere = { kind: 'check', id: '' } as const

type UnknownProps = Pick<CommandDialogProps, 'onClose'> & { title: string; children: ReactNode }

const Unknown = ({ title, onClose, children }: UnknownProps) => (
  <Notice
    tone="empty"
    title={title}
    actions={
      <Button onPress={() => void onClose()} autoFocus>
        Close
      </Button>
    }
  >
    {children}
  </Notice>
)

type ForThingProps = CommandDialogProps & { target: Thing; wanted: string | undefined }

/** With a thing: the playbooks that apply to it. Another one that was asked for may be meant for something else. */
function ForThing({ target, wanted, ...props }: ForThingProps) {
  const list = useQuery(applicablePlaybooks(target))
  const isOther = wanted !== undefined && list.data?.every(({ id }) => id !== wanted) === true
  const other = useQuery({ ...playbookById(wanted ?? ''), enabled: isOther })
  if (isOther && other.data)
    return (
      <OfPlaybook {...props} id={other.data.id} target={target} isIncidental={props.known['params'] === undefined} />
    )
  if (isOther && other.isPending) return <QueryState as="pane" query={other} what="the playbook" />
  return (
    <QueryState
      as="pane"
      query={list}
      what="the playbooks"
      empty={
        <Unknown title={`No playbook applies to this ${nounOf(target.kind)}`} onClose={props.onClose}>
          A playbook says in its selectors what it can be run for. None of them means {target.label}.
        </Unknown>
      }
    >
      {(found) => <Choose {...props} target={target} list={found} isOther={isOther} />}
    </QueryState>
  )
}

type ChooseProps = CommandDialogProps & { target: Thing; list: readonly Applicable[]; isOther: boolean }

function Choose({ target, list, isOther, ...props }: ChooseProps) {
  const { known, onAnswer } = props
  const [only, ...others] = list
  const found = list.find(({ id }) => id === known['playbook'])
  // Another one than was asked for is never chosen in its place.
  const chosen = found ?? (others.length === 0 && !isOther ? only : undefined)
  return (
    <FormPlace className={css.body ?? ''}>
      {isOther && <NotFor target={target} />}
      {others.length > 0 || isOther ? (
        <SelectField
          label="Playbook"
          isRequired
          options={list.map(optionOf)}
          value={chosen?.id ?? ''}
          onChange={(playbook) => onAnswer({ playbook })}
          help={chosen?.description}
        />
      ) : (
        <About title={chosen?.title} description={chosen?.description} />
      )}
      {chosen ? (
        <Ask key={chosen.id} {...props} id={chosen.id} title={chosen.title} target={target} />
      ) : (
        <NotYet missing="Choose a playbook first." onCancel={() => void props.onClose()} />
      )}
    </FormPlace>
  )
}

const NotFor = ({ target }: { target: Thing }) => (
  <Banner>The playbook that was asked for cannot be run for {target.label}: none of its selectors means it.</Banner>
)

const About = ({ title, description }: { title: string | undefined; description: string | undefined }) => (
  <div>
    <p className={css.name}>
      <bdi>{title}</bdi>
    </p>
    {description && <p className={css.about}>{description}</p>}
  </div>
)

const optionOf = ({ id, title, isUsedLast }: Applicable): Choice => ({
  value: id,
  label: title,
  ...(isUsedLast ? { hint: 'used last' } : {}),
})

type OfPlaybookProps = CommandDialogProps & {
  id: string
  target: Thing | undefined
  /** The thing is only what is there, and not one that it was asked to be run for. */
  isIncidental?: boolean
}

/** With a playbook: what its selectors say that it is run for is asked first. */
function OfPlaybook({ id, target, isIncidental = false, ...props }: OfPlaybookProps) {
  const found = useQuery(playbookById(id))
  return (
    <QueryState
      as="pane"
      query={found}
      what="the playbook"
      gone={
        <Unknown title="There is no such playbook" onClose={props.onClose}>
          It may have been deleted, or you may not see it.
        </Unknown>
      }
    >
      {({ title, description, spec }) => {
        const plan = planOf(spec)
        return (
          <FormPlace className={css.body ?? ''}>
            <About title={title} description={description} />
            {plan && plan.kinds.length > 0 ? (
              <WithResource {...props} id={id} title={title} plan={plan} target={target} />
            ) : (
              <Ask {...props} id={id} title={title} target={isIncidental ? undefined : target} />
            )}
          </FormPlace>
        )
      }}
    </QueryState>
  )
}

type WithResourceProps = CommandDialogProps & {
  id: string
  title: string
  plan: PlaybookPlan
  target: Thing | undefined
}

function WithResource({ id, title, plan, target: known, ...props }: WithResourceProps) {
  // What it was begun with is none that its selectors mean.
  const [refused] = useState(known)
  const target = known && known.id !== refused?.id ? known : undefined
  return (
    <>
      {refused && !target && <NotFor target={refused} />}
      <ResourceSearchField
        label="Resource"
        isRequired
        kinds={plan.kinds}
        help={`A ${plan.kinds.map(nounOf).join(' or ')} that it can be run for.`}
        value={target ? { kind: target.kind, value: target.id, label: target.label } : null}
        onChange={(picked) => props.onAnswer({ target: picked ? `${picked.kind}:${picked.value}` : NO_THING })}
        find={findIn(plan)}
        pace={atOnce}
      />
      {target ? (
        <Ask key={target.id} {...props} id={id} title={title} target={target} />
      ) : (
        <NotYet missing={NO_RESOURCE} onCancel={() => void props.onClose()}>
          <p className={css.about}>{NO_RESOURCE}</p>
        </NotYet>
      )}
    </>
  )
}

/** What the selectors of a playbook mean is little enough to be offered before anything is typed. */
const atOnce = { shortest: 0 }

const findIn = (plan: PlaybookPlan) => async (text: string, signal: AbortSignal) => {
  const none: Record<Resource['kind'], readonly Choice[]> = { check: [], component: [], config: [] }
  const found = await Promise.all(
    plan.kinds.map(async (kind) => {
      const things = await findSelectedByAll(`${kind}s`, plan.selectors[kind], text, signal)
      return [kind, things.map(choiceOf)] as const
    })
  )
  return { ...none, ...Object.fromEntries(found) }
}

type AskProps = CommandDialogProps & { id: string; title: string; target: Thing | undefined }

/** Asks the parameters of a playbook for a thing, or for nothing in particular, and says what it will do. */
function Ask({ id, title, target, ...props }: AskProps) {
  const { call, known, onClose } = props
  const submit = useSubmit(props)
  const asked = useQuery(playbooks.parameters(id, target))
  // Whoever may run it need not be allowed to read what it does: then nothing is said of that.
  const { data: playbook } = useQuery(playbookById(id))
  const names = useNames(asked.data ?? nothing, known['params'])
  const plan = planOf(playbook?.spec)
  const shown = plan && <Plan plan={plan} target={target} />
  // Cached parameters are not shown while they are refreshed: their defaults may have changed.
  if (!asked.data || asked.isFetching || !names)
    return (
      <NotYet missing="What it asks is not known yet." onCancel={() => void onClose()}>
        <QueryState as="pane" query={{ ...asked, data: undefined }} what="what it asks" />
      </NotYet>
    )
  return (
    <Parameters
      title={title}
      draftKey={call}
      given={known['params']}
      nameOf={(one) => names.get(one)}
      parameters={asked.data}
      find={find}
      plan={shown}
      onRun={(args) => submit({ ...args, playbook: id, target: target ? `${target.kind}:${target.id}` : NO_THING })}
      onCancel={() => void onClose()}
    />
  )
}

const nothing: readonly Parameter[] = []

/** What the things among known parameters are called, once the server has answered; what it does not know has no name. */
function useNames(parameters: readonly Parameter[], given: unknown): ReadonlyMap<string, string> | undefined {
  const things = thingsGiven(parameters, given)
  return useQueries({
    queries: things.map(({ kind, id }) => nameOfThing(kind, id)),
    combine: (answers) => {
      if (answers.some(({ isPending }) => isPending)) return undefined
      return new Map(answers.flatMap(({ data }) => (data ?? []).map(({ id, name }) => [id, name || id.slice(0, 8)])))
    },
  })
}

const find: FindThings = (of, selectors) => async (text, signal) =>
  of === 'people' || of === 'teams'
    ? (await findNamed(of, text, signal)).map(({ id, name }) => ({ value: id, label: name ?? id }))
    : (await findResources(of, selectors, text, signal)).map(choiceOf)

const choiceOf = ({ id, name, namespace, type }: Awaited<ReturnType<typeof findResources>>[number]): Choice => ({
  value: id,
  label: name,
  hint: [type, namespace].filter(Boolean).join(', '),
})
