import { useQuery } from '@tanstack/react-query'
import { whenOpened } from '../../api/client'
import { properties } from '../../api/properties'
import { may } from '../../lib/access'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { useWholeList } from '../shell/list/whole-list'
import { columns } from './columns'
import { sentenceOf, targetOf, textOf } from './property-labels'

/** Every property by name. Those that end in `.disable` turn a part of the console off for everybody. */
export default function FlagsView() {
  const source = useWholeList(useQuery({ ...properties.merged(), refetchOnMount: whenOpened }), textOf)
  const { perform, environment } = useConsole()
  const isChanger = may(environment, 'properties', 'write')
  return (
    <ListPage
      title="Feature flags"
      of="property"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      searchLabel="Search by name, value or feature"
      onOpen={(row) =>
        void perform({ call: `property.edit?property=property:${targetOf(row).id}`, origin: 'button' }, [])
      }
      actions={
        isChanger && (
          <>
            <CommandButton call="feature.turnOff" />
            <CommandButton call="property.add" tone="primary" />
          </>
        )
      }
      empty={<NoProperty isChanger={isChanger} />}
    />
  )
}

export const NoProperty = ({ isChanger }: { isChanger: boolean }) => (
  <Notice
    tone="empty"
    title="Every feature is on"
    actions={
      isChanger && (
        <>
          <CommandButton call="feature.turnOff" />
          <CommandButton call="property.add" tone="primary" />
        </>
      )
    }
  >
    No property is set. One that ends in .disable with the value true turns a part of the console off.
  </Notice>
)
