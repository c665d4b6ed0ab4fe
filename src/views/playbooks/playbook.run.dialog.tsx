import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { findByName, findResources, findSelectedByAll } from '@/api/find-resources'
import { playbookById } from '@/api/playbooks/playbook'
import { type PlaybookOption, applicablePlaybooks, playbookOptionKey } from '@/api/playbooks/applicable-playbooks'
import { playbooks } from '@/api/playbooks/playbooks'
import { resourceName } from '@/api/names'
import { NO_RESOURCE, type PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import type { Choice } from '@/shared/forms/choice'
import { describeTarget, kindNoun } from '@/lib/kinds'
import { readPlaybookPlan, type PlaybookPlan } from '@/lib/playbooks/playbook-plan'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { type FoundResource, ResourceSearchField } from '@/ui/form/fields/resource-search'
import { SelectField } from '@/ui/form/fields/select'
import { Banner, Notice } from '@/ui/notice'
import { useConsole } from '../shared/console'
import type { CommandDialogProps } from '../shared/forms/command-dialog'
import { FormPlace } from '../shared/forms/form-place'
import { useSubmit } from '../shared/forms/use-submit'
import { QueryState } from '../shared/query/query-state'
import { type FindResourceChoices, type FormParameter, findGivenResources } from '@/lib/playbooks/playbook-fields'
import { UnavailableParameters, ParametersForm } from './parameters-form'
import { PlannedActions } from './planned-actions'
import css from './run-playbook.module.css'

type ResourceTarget = Target<PlaybookKind>

/**
 * The dialog that runs a playbook. It starts with a resource and prompts for one of the playbooks that apply to it, or
 * starts with a playbook and prompts for the resource. Then it prompts for the parameters.
 */
export default function RunPlaybook(props: CommandDialogProps) {
  const { known, onClose } = props
  const [target] = (known['target'] ?? []) as readonly ResourceTarget[]
  const requested = known['playbook'] as string | undefined
  // A resource that was chosen in this dialog can be changed. The playbooks of the first one stay listed.
  const [first] = useState(target)
  useName(target)
  return (
    <Dialog title="Run playbook" description={target && `For ${describeTarget(target)}`} onClose={() => void onClose()}>
      {first ? (
        <FromResource {...props} first={first} target={target} requested={requested} />
      ) : requested === undefined ? (
        <CloseNotice title="No playbook selected" onClose={onClose}>
          Run a playbook from the page of a check, a component or a config item.
        </CloseNotice>
      ) : (
        <FromPlaybook {...props} id={requested} target={target} />
      )}
    </Dialog>
  )
}

/** Requests the name of a resource, unless it is cached: links and the search of this dialog only contain its id. */
function useName(target: ResourceTarget | undefined): void {
  const { kind, id } = target ?? noTarget
  const { environment } = useConsole()
  const isKnown = target === undefined || environment.nameOf(kind, id) !== undefined
  useQuery({ ...resourceName(kind, id), enabled: !isKnown })
}

const noTarget = { kind: 'check', id: '' } as const

type CloseNoticeProps = Pick<CommandDialogProps, 'onClose'> & { title: string; children: ReactNode }

const CloseNotice = ({ title, onClose, children }: CloseNoticeProps) => (
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

type FromResourceProps = CommandDialogProps & {
  /** The resource with which the dialog started. */
  first: ResourceTarget
  /** The resource that the playbook would run for: the first one, or another one that was chosen. */
  target: ResourceTarget | undefined
  requested: string | undefined
}

/** Starts with a resource and lists the playbooks that apply to it. The requested one may be for other resources. */
function FromResource({ first, target, requested, ...props }: FromResourceProps) {
  const list = useQuery(applicablePlaybooks(first))
  const isOther = requested !== undefined && list.data?.every(({ id }) => id !== requested) === true
  const other = useQuery({ ...playbookById(requested ?? ''), enabled: isOther })
  if (isOther && other.data)
    return (
      <FromPlaybook {...props} id={other.data.id} target={target} isIncidental={props.known['params'] === undefined} />
    )
  if (isOther && other.isPending) return <QueryState as="pane" query={other} what="the playbook" />
  return (
    <QueryState
      as="pane"
      query={list}
      what="the playbooks"
      empty={
        <CloseNotice title={`No playbook applies to this ${kindNoun(first.kind)}`} onClose={props.onClose}>
          The selectors of a playbook define what it applies to. None of them matches {first.label}.
        </CloseNotice>
      }
    >
      {(found) => <PlaybookChoice {...props} first={first} target={target ?? first} list={found} isOther={isOther} />}
    </QueryState>
  )
}

type PlaybookChoiceProps = CommandDialogProps & {
  first: ResourceTarget
  target: ResourceTarget
  list: readonly PlaybookOption[]
  isOther: boolean
}

function PlaybookChoice({ first, target, list, isOther, ...props }: PlaybookChoiceProps) {
  const { known, onAnswer } = props
  const own = list.filter(({ relation }) => !relation)
  const targetOf = ({ relation }: PlaybookOption): ResourceTarget => relation ?? first
  const found = list.find((one) => one.id === known['playbook'] && targetOf(one).id === target.id)
  // If a playbook was requested, no other one is preselected; nor is one that runs for another resource.
  const preselected = own.length === 1 && !isOther ? own[0] : undefined
  const chosen = found ?? preselected
  return (
    <FormPlace className={css.body ?? ''}>
      {isOther && <DoesNotApply target={first} />}
      {preselected && list.length === 1 ? (
        <About title={chosen?.title} description={chosen?.description} />
      ) : (
        <SelectField
          label="Playbook"
          isRequired
          options={list.map(toOption)}
          value={chosen ? playbookOptionKey(chosen) : ''}
          onChange={(key) => {
            const picked = list.find((one) => playbookOptionKey(one) === key)
            if (picked) onAnswer({ playbook: picked.id, target: [targetOf(picked)] })
          }}
          help={chosen?.description}
        />
      )}
      {chosen ? (
        <ParametersStep
          key={playbookOptionKey(chosen)}
          {...props}
          id={chosen.id}
          title={chosen.title}
          target={target}
        />
      ) : (
        <UnavailableParameters missing="Choose a playbook first." onCancel={() => void props.onClose()} />
      )}
    </FormPlace>
  )
}

const DoesNotApply = ({ target }: { target: ResourceTarget }) => (
  <Banner>The requested playbook does not apply to {target.label}: none of its selectors matches.</Banner>
)

const About = ({ title, description }: { title: string | undefined; description: string | undefined }) => (
  <div>
    <p className={css.name}>
      <bdi>{title}</bdi>
    </p>
    {description && <p className={css.about}>{description}</p>}
  </div>
)

const toOption = (option: PlaybookOption): Choice => ({
  value: playbookOptionKey(option),
  label: option.title,
  ...(option.isUsedLast ? { hint: 'used last' } : {}),
  ...(option.relation ? { hint: `for ${describeTarget(option.relation)}` } : {}),
})

type FromPlaybookProps = CommandDialogProps & {
  id: string
  target: ResourceTarget | undefined
  /** The target is only the current resource of the page, and was not requested explicitly. */
  isIncidental?: boolean
}

/** Starts with a playbook. If it has selectors, the resource is prompted for first. */
function FromPlaybook({ id, target, isIncidental = false, ...props }: FromPlaybookProps) {
  const found = useQuery(playbookById(id))
  return (
    <QueryState
      as="pane"
      query={found}
      what="the playbook"
      gone={
        <CloseNotice title="Playbook not found" onClose={props.onClose}>
          It may have been deleted, or you may not have access to it.
        </CloseNotice>
      }
    >
      {({ title, description, spec }) => {
        const plan = readPlaybookPlan(spec)
        return (
          <FormPlace className={css.body ?? ''}>
            <About title={title} description={description} />
            {plan && plan.kinds.length > 0 ? (
              <WithResource {...props} id={id} title={title} plan={plan} target={target} />
            ) : (
              <ParametersStep {...props} id={id} title={title} target={isIncidental ? undefined : target} />
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
  target: ResourceTarget | undefined
}

function WithResource({ id, title, plan, target: known, ...props }: WithResourceProps) {
  // The initial resource does not match the selectors.
  const [refused] = useState(known)
  const target = known && known.id !== refused?.id ? known : undefined
  return (
    <>
      {refused && !target && <DoesNotApply target={refused} />}
      <ResourceSearchField
        label="Resource"
        isRequired
        kinds={plan.kinds}
        help={`A ${plan.kinds.map(kindNoun).join(' or ')} that the playbook applies to.`}
        value={target ? { kind: target.kind, value: target.id, label: target.label } : null}
        onChange={(picked) =>
          props.onAnswer({ target: picked ? [{ kind: picked.kind, id: picked.value, label: picked.label }] : [] })
        }
        find={findIn(plan)}
        pace={atOnce}
      />
      {target ? (
        <ParametersStep key={target.id} {...props} id={id} title={title} target={target} />
      ) : (
        <UnavailableParameters missing={NO_RESOURCE} onCancel={() => void props.onClose()}>
          <p className={css.about}>{NO_RESOURCE}</p>
        </UnavailableParameters>
      )}
    </>
  )
}

/** The selectors match few resources, so that they are listed before any input. */
const atOnce = { shortest: 0 }

const findIn = (plan: PlaybookPlan) => async (text: string, signal: AbortSignal) => {
  const none: Record<FoundResource['kind'], readonly Choice[]> = { check: [], component: [], config: [] }
  const found = await Promise.all(
    plan.kinds.map(async (kind) => {
      const resources = await findSelectedByAll(`${kind}s`, plan.selectors[kind], text, signal)
      return [kind, resources.map(toChoice)] as const
    })
  )
  return { ...none, ...Object.fromEntries(found) }
}

type ParametersStepProps = CommandDialogProps & { id: string; title: string; target: ResourceTarget | undefined }

/** Prompts for the parameters, and shows the planned actions. */
function ParametersStep({ id, title, target, ...props }: ParametersStepProps) {
  const { written, known, onClose } = props
  const submit = useSubmit(props)
  const parameters = useQuery(playbooks.parameters(id, target))
  // A user who may run a playbook need not have permission to read its spec. Then no actions are shown.
  const { data: playbook } = useQuery(playbookById(id))
  const names = useNames(parameters.data ?? noParameters, known['params'])
  const plan = readPlaybookPlan(playbook?.spec)
  const shown = plan && <PlannedActions plan={plan} target={target} />
  // Cached parameters are not shown while they are refreshed: their defaults may have changed.
  if (!parameters.data || parameters.isFetching || !names)
    return (
      <UnavailableParameters missing="The parameters are not loaded yet." onCancel={() => void onClose()}>
        <QueryState as="pane" query={{ ...parameters, data: undefined }} what="the parameters" />
      </UnavailableParameters>
    )
  return (
    <ParametersForm
      title={title}
      draftKey={written}
      given={known['params']}
      nameOf={(one) => names.get(one)}
      parameters={parameters.data}
      find={find}
      plan={shown}
      onRun={(args) => submit({ ...args, playbook: id, target: target ? [target] : [] })}
      onCancel={() => void onClose()}
    />
  )
}

const noParameters: readonly FormParameter[] = []

/** The names of the resources among the given values; undefined while they load. Unknown resources have no entry. */
function useNames(parameters: readonly FormParameter[], given: unknown): ReadonlyMap<string, string> | undefined {
  const resources = findGivenResources(parameters, given)
  return useQueries({
    queries: resources.map(({ kind, id }) => resourceName(kind, id)),
    combine: (results) => {
      if (results.some(({ isPending }) => isPending)) return undefined
      return new Map(results.flatMap(({ data }) => (data ?? []).map(({ id, name }) => [id, name || id.slice(0, 8)])))
    },
  })
}

const find: FindResourceChoices = (of, selectors) => async (text, signal) =>
  of === 'people' || of === 'teams'
    ? (await findByName(of, text, signal)).map(({ id, name }) => ({ value: id, label: name ?? id }))
    : (await findResources(of, selectors, text, signal)).map(toChoice)

const toChoice = ({ id, name, namespace, type }: Awaited<ReturnType<typeof findResources>>[number]): Choice => ({
  value: id,
  label: name,
  hint: [type, namespace].filter(Boolean).join(', '),
})
