import Box from '@mui/material/Box'
import { telegramCalls } from '@posthouse/contract/calls/telegram'
import {
  type TelegramMenu,
  TelegramMenuQuery,
  telegramMenuSorts,
} from '@posthouse/contract/telegram-menu'
import { useRead, write } from '../../api/use-call.ts'
import { i18n } from '../../i18n/index.ts'
import { edits } from '../../noun/act.ts'
import { declareNoun } from '../../noun/noun.ts'
import { NounPage } from '../../noun/noun-page.tsx'
import { useConfirm } from '../../stores/confirm.ts'
import { Horse } from '../../ui/art/horse.tsx'
import { BotState } from './bot-state.tsx'
import { MenuBubble } from './menu-bubble.tsx'
import { MenuCreate, MenuEdit } from './menu-form.tsx'

const writing = { changes: ['listTelegramMenus', 'getTelegramMenu'], quiet: true } as const

const askToDelete = ({ id, command }: TelegramMenu): void =>
  useConfirm.getState().ask({
    title: i18n.t('telegram.deleteTitle', { name: `/${command}` }),
    consequences: [i18n.t('telegram.deleteConsequence')],
    action: i18n.t('telegram.delete'),
    run: () => write(telegramCalls, 'deleteTelegramMenu', { params: { id } }, writing),
  })

const telegramMenu = declareNoun({
  title: 'menu.telegram',
  words: 'telegram',
  picture: <Horse />,
  list: {
    table: 'telegram',
    query: TelegramMenuQuery,
    sorts: telegramMenuSorts,
    defaultOrder: 'id',
  },
  name: (row: TelegramMenu) => `/${row.command}`,
  columns: {
    id: { label: 'telegram.id', numeric: true, sort: 'id', optional: true, cell: ({ id }) => id },
    command: {
      label: 'telegram.command',
      card: 'title',
      sort: 'command',
      cell: ({ command }) => `/${command}`,
    },
    description: {
      label: 'telegram.description',
      card: 'fact',
      cell: ({ description }) => description,
    },
    format: {
      label: 'telegram.format',
      card: 'status',
      cell: ({ parse_mode: mode }) => (mode === 'HTML' ? 'html' : mode),
    },
    content: {
      label: 'telegram.content',
      card: 'fact',
      optional: true,
      cell: ({ reply_message: text }) => (
        <Box
          component="span"
          sx={{
            display: 'block',
            maxWidth: 320,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {text}
        </Box>
      ),
    },
  },
  panel: {
    facts: ['id', 'description', 'format'],
    below: ({ parse_mode, reply_message }) => (
      <MenuBubble format={parse_mode} text={reply_message} />
    ),
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'telegram.command', placeholder: 'telegram.search' },
  ],
  acts: [
    edits((row: TelegramMenu, close) => <MenuEdit entry={row} onClose={close} />),
    { id: 'delete', word: 'telegram.delete', danger: true, one: askToDelete },
  ],
  calls: {
    useRows: ({ page, size, order, filters }) =>
      useRead(
        telegramCalls,
        'listTelegramMenus',
        { query: { page, size, order, ...filters } },
        { keep: true },
      ),
    useRow: (id, enabled) =>
      useRead(telegramCalls, 'getTelegramMenu', { params: { id } }, { enabled }),
  },
  above: () => <BotState />,
  create: { word: 'telegram.create', form: (close) => <MenuCreate onClose={close} /> },
})

export const TelegramPage = () => <NounPage noun={telegramMenu} />
