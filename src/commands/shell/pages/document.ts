import { editorCommands } from '../editor'
import { linesCommands } from '../lines'
import { addCommands } from '../../registry'

addCommands([...editorCommands, ...linesCommands])
