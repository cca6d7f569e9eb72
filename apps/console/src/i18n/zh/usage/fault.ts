/** Why a channel failed, by the code of the failure. */
export const texts = {
  fault: {
    'rate-limited': '上游限流',
    overloaded: '上游过载或出错',
    timeout: '上游超时',
    connection: '无法连接上游',
    authentication: '上游拒绝了密钥',
    'out-of-credit': '上游余额不足',
    'not-found': '上游没有该模型或地址',
    'broken-answer': '上游的回答无法读取',
    'empty-answer': '上游返回了空回答',
    'bad-request': '上游拒绝了请求',
    'address-refused': '不允许访问上游地址',
    'client-left': '客户端已断开',
    unreadable: '已保存的密钥无法用本服务器的主密钥解开，请重新填写',
    'too-slow': '超过最长响应时间',
    'no-balance': '余额已用完',
  },
}
