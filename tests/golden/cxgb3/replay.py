#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draft of the cxgb3 replayer: post, receive, poll and scenario vectors of the family whose rings are in user space.

    replay.py DIR

The rest (control path, the older family, unsupported verbs) needs a provider. Vectors whose expectation is a defect of the
reference are listed when they differ.
"""
import ctypes as C, json, sys, glob, subprocess, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHIM = Path(tempfile.mkdtemp()) / "shim.so"
subprocess.run(["gcc", "-std=gnu11", "-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover", "-shared", "-fPIC",
                "-DINVERBS_CXGB3", f"-I{HERE.parents[2] / 'include'}", str(HERE / "shim.c"), "-o", str(SHIM)], check=True)
L = C.CDLL(str(SHIM))
for f in ('mk_cq','mk_qp'): getattr(L,f).restype=C.c_void_p
OPS={n:i for i,n in enumerate("RDMA_WRITE RDMA_WRITE_WITH_IMM SEND SEND_WITH_IMM RDMA_READ ATOMIC_CMP_AND_SWP ATOMIC_FETCH_AND_ADD LOCAL_INV BIND_MW SEND_WITH_INV TSO".split())}
FL=dict(FENCE=1,SIGNALED=2,SOLICITED=4,INLINE=8,IP_CSUM=16)
RD=dict(RDMA_WRITE=0,READ_REQ=1,SEND=3)
ST="SUCCESS LOC_LEN_ERR LOC_QP_OP_ERR LOC_EEC_OP_ERR LOC_PROT_ERR WR_FLUSH_ERR MW_BIND_ERR BAD_RESP_ERR LOC_ACCESS_ERR REM_INV_REQ_ERR REM_ACCESS_ERR REM_OP_ERR RETRY_EXC_ERR RNR_RETRY_EXC_ERR LOC_RDD_VIOL_ERR REM_INV_RD_REQ_ERR REM_ABORT_ERR INV_EECN_ERR INV_EEC_STATE_ERR FATAL_ERR RESP_TIMEOUT_ERR GENERAL_ERR".split()
WO={0:'SEND',1:'RDMA_WRITE',2:'RDMA_READ',5:'BIND_MW',128:'RECV'}
class S(C.Structure): _fields_=[('addr',C.c_uint64),('length',C.c_uint32),('lkey',C.c_uint32)]
class W(C.Structure): _fields_=[('wr_id',C.c_uint64),('raddr',C.c_uint64),('rkey',C.c_uint32),('opcode',C.c_uint32),('flags',C.c_uint32),('imm',C.c_uint32),('num_sge',C.c_int32),('sge',C.POINTER(S))]
class WC(C.Structure): _fields_=[('wr_id',C.c_uint64)]+[(n,C.c_uint32) for n in ('status','opcode','vendor_err','byte_len','qp_num','wc_flags')]
num=lambda v: int(v,0) if isinstance(v,str) else v
class Fail(Exception): pass
def need(ok,*what):
    if not ok: raise Fail(' '.join(map(str,what)))
class World:
    def __init__(s):
        L.drop_all(); s.cq={}; s.qp={}; s.keep=[]; s.mem={}
    def buf(s,n,fill=0):
        b=(C.c_uint8*(n+64))(); C.memset(b,fill,n); s.keep.append(b); a=C.addressof(b); return b,(a+63)&~63
    def add_cq(s,c,cqes=(),aged=True):
        n=1<<c['size_log2']; r=num(c.get('rptr_before',0)); b,a=s.buf(16*n+64); cnt=C.c_uint32(r); s.keep.append(cnt)
        if aged:
            lap=1 if not (r>>c['size_log2'])&1 else 0
            for i in range(n):
                g=lap if i<r%n else 1-lap
                C.memset(a+16*i+2, 4*g, 1)
        if c.get('abi_version',1)>=1: C.memmove(a+16*n, int(c.get('status_word_before',0)).to_bytes(4,'little'),4)
        p=L.mk_cq(C.c_void_p(a),c['size_log2'],C.c_uint32(r),c.get('abi_version',1),C.byref(cnt))
        s.cq[c['cqid']]=(p,a,c['size_log2'],cnt,c.get('abi_version',1)); s.write_cqes(c['cqid'],cqes)
    def write_cqes(s,cqid,cqes):
        for e in cqes: C.memmove(s.cq[cqid][1]+16*e['slot'],bytes.fromhex(e['bytes']),16)
    def add_qp(s,q,fill=0):
        n=128<<q['wq_size_log2']; b,a=s.buf(n+128,0); C.memset(a,fill,n)
        C.memmove(a+104,num(q.get('wq_error_word_before',0)).to_bytes(8,'little'),8)
        bell,ba=s.buf(8192); off=q.get('doorbell_offset_in_page',0); pa=(ba+4095)&~4095
        par=(C.c_uint32*6)(*[num(q.get(k,0)) for k in ('wq_wptr_before','sq_wptr_before','sq_rptr_before','rq_wptr_before','rq_rptr_before')],1 if q.get('flushed_before') else 0)
        for k in ('send_cqid','recv_cqid'):
            if q.get(k,5) not in s.cq: s.add_cq(dict(cqid=q.get(k,5),size_log2=6))
        p=L.mk_qp(C.c_void_p(a),q['wq_size_log2'],q['sq_size_log2'],q['rq_size_log2'],q['qpid'],par,int(q['sq_sig_all']),C.c_void_p(s.cq[q.get('send_cqid',5)][0]),C.c_void_p(s.cq[q.get('recv_cqid',5)][0]),C.c_void_p(pa+off))
        s.qp[q['qpid']]=(C.c_void_p(p),a,n,pa,off,q)
        P=C.c_void_p(p)
        for r in q.get('outstanding_sq',[]):
            L.set_record(P,C.c_uint32(num(r['sq_wptr'])),C.c_uint64(num(r['wr_id'])),RD[r['rdma_opcode']],int(r['signaled'] or q['sq_sig_all']),C.c_uint32(r.get('read_len',0)))
        if not q.get('outstanding_sq'):
            for x in range((par[1]-par[2])&0xffffffff):
                i=(par[2]+x)&0xffffffff; L.set_record(P,C.c_uint32(i),C.c_uint64(0),1 if q.get('oldest_read_index_before')==i%(1<<q['sq_size_log2']) else 3,1,0)
        o=q.get('oldest_read_index_before')
        if o is not None:
            m=1<<q['sq_size_log2']
            L.set_late(P,C.c_uint32((par[2]+((o-par[2])%m))&0xffffffff))
        for r in q.get('outstanding_rq',[]): L.set_recv(P,C.c_uint32(num(r['rq_wptr'])),C.c_uint64(num(r['wr_id'])))
    def wrs(s,ws):
        arr=(W*max(1,len(ws)))(); s.keep.append(arr)
        for x,w in zip(arr,ws):
            sg=(S*max(1,len(w['sg'])))(); s.keep.append(sg)
            for y,g in zip(sg,w['sg']):
                data=g.get('data',g.get('bytes'))
                if 'addr' in g: y.addr=num(g['addr']); 
                else:
                    d=bytes.fromhex(data) if data else b''; cb=C.create_string_buffer(d,max(1,len(d))); s.keep.append(cb); y.addr=C.addressof(cb)
                y.length=num(g['length']) if 'length' in g else len(bytes.fromhex(data)); y.lkey=num(g.get('lkey',0))
            x.wr_id=num(w['wr_id']); x.raddr=num(w.get('rdma',w).get('remote_addr',0)); x.rkey=num(w.get('rdma',w).get('rkey',0)); x.num_sge=len(w['sg']); x.sge=sg
            if 'opcode' in w: x.opcode=num(w['opcode_value']) if 'opcode_value' in w else OPS[w['opcode']]
            x.flags=sum(FL[f] for f in w.get('send_flags',[]))
        return arr
    def st(s,qpid):
        o=(C.c_uint32*7)(); L.state(s.qp[qpid][0],o); return list(o)
    def word(s,qpid): return int.from_bytes(C.string_at(s.qp[qpid][1]+104,8),'little')
    def post(s,qpid,ws,e,recv,choice):
        p,a,n,pa,off,q=s.qp[qpid]; bad=C.c_int(-1); C.memset(pa,0,4096)
        r=(L.post_r if recv else L.post)(p,len(ws),s.wrs(ws),C.byref(bad))
        if 'ret' in choice:
            need(r!=0 or not ws,'ret',r)
        else: need(r==e['ret'],'ret',r,e['ret'])
        if r>0: need(r in (12,22),'errno',r)
        b=None if bad.value<0 else bad.value
        if 'bad_wr_index' not in choice: need(b==e['bad_wr_index'],'bad_wr',b,e['bad_wr_index'])
        page=C.string_at(pa,4096)
        if 'doorbells' not in choice:
            exp=bytearray(4096)
            for d in e['doorbells']: exp[d['offset']:d['offset']+4]=bytes.fromhex(d['bytes'])
            need(page==bytes(exp),'doorbell')
        need(s.word(qpid)==num(e['wq_error_word_after']),'error word')
    def poll(s,cqid,n,e,choice=()):
        p=s.cq[cqid]; out=(WC*max(1,n))(); r=L.poll_n(C.c_void_p(p[0]),n,out)
        if 'wc' not in choice:
            need(r==e['ret'],'ret',r,e['ret'],[(o.wr_id,o.status) for o in out[:max(r,0)]])
            for i,w in enumerate(e['wc']):
                o=out[i]
                for k,v in w.items():
                    got=getattr(o,k)
                    if k=='status': got=ST[got]
                    elif k=='opcode': got=WO.get(got,got)
                    elif k=='wc_flags': got=[] if not got else got
                    need(got==num(v) if k not in('wc_flags','status','opcode') else got==v,f'wc[{i}].{k}',got,v)
        need(p[3].value==num(e['cons_index_after']),'counter',p[3].value,e['cons_index_after'])
        if p[4]>=1: need(C.string_at(p[1]+(16<<p[2]),4)==b'\0\0\0\0','cq word')
        for q in e['qp_after']: s.check_qp(q)
    def check_qp(s,q):
        o=s.st(q['qpid'])
        for k,i in (('wq_wptr',0),('sq_wptr',1),('sq_rptr',2),('rq_wptr',3),('rq_rptr',4)): need(o[i]==num(q[k]),k,o[i],q[k])
        need(s.word(q['qpid'])==num(q['wq_error_word']),'word')
def run(c):
    w=World()
    if c['op'] in ('post_send','post_recv'):
        for fill in (0,0xa5,0x5a):
            w=World(); w.add_qp(c['qp'],0)
            q=c['qp']; e=c['expect']; p=w.qp[q['qpid']]
            size=1<<q['wq_size_log2']; W0=num(q['wq_wptr_before']); 
            # stale generation in every slot
            C.memset(p[1],fill,p[2])
            for i in range(size):
                a=p[1]+128*i; idx=W0+((i-W0)%size); g=1 if not (idx>>q['wq_size_log2'])&1 else 0; g=1-g
                b=C.string_at(a+4,1)[0]; C.memset(a+4,(b&0x7f)|(g<<7),1); C.memmove(a+120,g.to_bytes(8,'big'),8)
            C.memmove(p[1]+104,num(q.get('wq_error_word_before',0)).to_bytes(8,'little'),8)
            before=C.string_at(p[1],p[2])
            w.post(q['qpid'],c['wrs'],e,c['op']=='post_recv',c.get('provider_choice',[]))
            after=C.string_at(p[1],p[2])
            for x in e['queue_after']:
                got=after[x['offset']:x['offset']+len(x['bytes'])//2]
                need(got.hex()==x['bytes'],'ring',x['offset'],got.hex(),x['bytes'])
            o=w.st(q['qpid'])
            for k,i in (('wq_wptr_after',0),('sq_wptr_after',1),('rq_wptr_after',3)):
                if k in e: need(o[i]==num(e[k]),k,o[i],e[k])
            if 'oldest_read_index_after' in e: need((None if o[6]==0xffffffff else o[6])==e['oldest_read_index_after'],'oldest')
            posted={(W0+k)%size for k in range((o[0]-W0)&0xffffffff)}
            for i in range(size):
                if i not in posted:
                    for lo,hi in ((0,8),(120,128)): need(after[128*i+lo:128*i+hi]==before[128*i+lo:128*i+hi],'scribbled',i)
    elif c['op']=='poll_cq':
        w.add_cq(c['cq'],c['cqes'])
        for o in c['cq'].get('other_cqs',[]): w.add_cq(o if isinstance(o,dict) else dict(cqid=o,size_log2=4))
        for q in c['qps']: w.add_qp(q)
        w.poll(c['cq']['cqid'],c['num_entries'],c['expect'],c.get('provider_choice',[]))
    elif c['op']=='scenario':
        for q in c['initial']['cqs']: w.add_cq(q)
        for q in c['initial']['qps']: w.add_qp(q)
        for i,st in enumerate(c['steps']):
            try: step(w,st)
            except Fail as f: raise Fail(f"step {i} {st['op']}: {f}")
    else: return None
    return True
def step(w,s):
    op=s['op']; e=s.get('expect',{})
    if op in('post_send','post_recv'): w.post(s['qpid'],s['wrs'],e,op=='post_recv',s.get('provider_choice',[]))
    elif op=='device_writes_cqes': w.write_cqes(s['cqid'],s['cqes'])
    elif op=='kernel_sets_wq_error_word': C.memmove(w.qp[s['qpid']][1]+104,num(s['value']).to_bytes(8,'little'),8)
    elif op=='kernel_sets_cq_status_word':
        p=w.cq[s['cqid']]; C.memmove(p[1]+(16<<p[2]),num(s['value']).to_bytes(4,'little'),4)
    elif op=='poll_cq': w.poll(s['cqid'],s['num_entries'],e,s.get('provider_choice',[]))
    elif op=='req_notify_cq': need(w.cq[s['cqid']][3].value==num(e['consumer_counter_in_user_memory']),'counter')
    elif op=='async_event':
        if s['event'] in('QP_FATAL','QP_REQ_ERR','QP_ACCESS_ERR','PATH_MIG_ERR'): L.flush(w.qp[s['qpid']][0])
        need(bool(w.st(s['qpid'])[5])==e['flushed_after'],'flushed')
    elif op=='modify_qp':
        if w.word(s['qpid'])&1: L.flush(w.qp[s['qpid']][0])
        if s['qp_state']=='RESET' and not s['kernel_errno']: L.reset(w.qp[s['qpid']][0])
        for q in e.get('qp_after',[]) if isinstance(e.get('qp_after'),list) else [e['qp_after']]: 
            if q: w.check_qp(q)
    elif op=='destroy_qp': L.flush(w.qp[s['qpid']][0]); L.drop_qp(w.qp[s['qpid']][0]); 
    else: raise Fail('unknown op '+op)
tot=ok=0; skipped=0
for f in sorted(glob.glob(sys.argv[1]+'/*.json')):
    for c in json.load(open(f)):
        if c['adapter']!='T3B' or c['op'] not in('post_send','post_recv','poll_cq','scenario'): skipped+=1; continue
        tot+=1
        try: run(c); ok+=1
        except Fail as x: print(c['id'],'|',x,'|',('DEFECT: '+c['reference_defect'][:90]) if 'reference_defect' in c else '')
        except KeyError as x: print(c['id'],'KEY',x)
print(ok,'of',tot,'match;',skipped,'not replayed')
