import { expect, it } from 'vitest'
import { closeUp } from './close-up.ts'

it.each([
  ['使用 微信 登录', '微信', '使用微信登录'],
  ['使用 GitHub 登录', 'GitHub', '使用 GitHub 登录'],
  ['编辑 GPT-5 的价格', 'GPT-5', '编辑 GPT-5 的价格'],
  ['飞书 登录', '飞书', '飞书登录'],
  ['解绑 张 三？', '张 三', '解绑张 三？'],
  ['选择 智谱 AI 的模型', '智谱 AI', '选择智谱 AI 的模型'],
  ['Sign in with 微信 now', '微信', 'Sign in with 微信 now'],
  ['耗时 ', '', '耗时 '],
])('closes up %j', (text, value, closed) => {
  expect(closeUp(text, value)).toBe(closed)
})
