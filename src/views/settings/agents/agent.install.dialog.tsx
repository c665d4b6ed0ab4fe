export { InstallAgent as default } from './agent-forms'
