#!/usr/bin/env bash
# Tries the shards on a real Slurm of one node, which it starts in a temporary folder:
# an array of eight tasks, one of them killed and another requeued while they run, all
# resumed, merged, and compared with one run of the whole. Needs root (slurmd starts
# its tasks as their users), and Debian's slurm-wlm and munge.
#
#   contrib/slurm/trial.sh [XTASK]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

xtask=$(realpath "${1:-target/release/xtask}")
experiment=hearts/published trials=16000
for program in munged slurmctld slurmd sbatch "$xtask"; do
    command -v "$program" >/dev/null || { echo "there is no $program" >&2; exit 1; }
done

((EUID == 0)) || { echo 'slurmd starts its tasks as root: run this as root' >&2; exit 1; }

dir=$(mktemp -d)
pids=()
stop() {
    status=$?
    # The last started first; children of slurmd end with it.
    for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
        kill "${pids[i]}" 2>/dev/null || true
    done
    wait || true
    if ((status != 0)); then
        tail -n 20 "$dir"/*.{log,err} >&2 || true
    fi
    rm -rf "$dir"
    exit "$status"
}
trap stop EXIT
trap 'exit 130' INT TERM

# Waits until a command succeeds.
await() {
    local what=$1 deadline=$((SECONDS + 90))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || { echo "gave up waiting until $what" >&2; exit 1; }
        sleep 0.2
    done
}

chmod 755 "$dir"
host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
mkdir "$dir"/{state,spool,munge}
chmod 700 "$dir/munge"
dd if=/dev/urandom of="$dir/munge/key" bs=1024 count=1 status=none
chmod 400 "$dir/munge/key"
munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" \
    --pid-file="$dir/munge/pid" --log-file="$dir/munged.log" --seed-file="$dir/munge/seed" 2>"$dir/munged.err" &
pids+=($!)
cat >"$dir/slurm.conf" <<EOF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SwitchType=switch/none
KillWait=10
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=trial Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF=$dir/slurm.conf
await 'munge answers' test -S "$dir/munge/socket"
slurmctld -D -f "$dir/slurm.conf" 2>"$dir/slurmctld.err" &
pids+=($!)
await 'slurmctld answers' scontrol ping
slurmd -D -f "$dir/slurm.conf" 2>"$dir/slurmd.err" &
pids+=($!)
await 'the node is idle' bash -c '[[ $(sinfo --noheader --format=%T) == idle ]]'
sinfo

echo '== an array of eight'
export XTASK=$xtask RECORDS=$dir/records
job=$(sbatch --parsable --array=1-8 --output="$dir/task-%a.log" \
    contrib/slurm/experiments.sbatch "$experiment" --trials "$trials")
part() { echo "$RECORDS/${experiment/\//-}.$1-of-8.jsonl"; }
lines() { [[ -s $(part "$1") ]] && wc -l <"$(part "$1")" || echo 0; }
running() { [[ $(squeue --noheader --array --job="${job}_$1" --format=%T) == RUNNING ]]; }
# Waits until a task runs and has recorded something.
under_way() {
    await "task $1 runs" running "$1"
    await "task $1 records" test -s "$(part "$1")"
}

under_way 1
# SIGKILL, which no program can catch; Slurm sees a task that failed.
pkill --signal KILL --full -- "--shard 1/8 --records $RECORDS"
echo "killed task 1 after $(lines 1) trials"
await 'task 1 is gone' bash -c "! squeue --noheader --job='${job}_1' | grep -q ."
[[ $(lines 1) -lt $((trials / 8)) ]] || { echo 'task 1 was killed too late' >&2; exit 1; }
scontrol requeue "${job}_1"

under_way 3
scontrol requeue "${job}_3"
await 'task 3 is stopped' bash -c "[[ \$(squeue --noheader --array --job='${job}_3' --format=%T) == PENDING ]]"
echo "requeued task 3 after $(lines 3) trials"
[[ $(lines 3) -lt $((trials / 8)) ]] || { echo 'task 3 was requeued too late' >&2; exit 1; }

if "$xtask" merge "$RECORDS" >/dev/null 2>"$dir/early"; then
    echo 'parts of a run were taken for the whole' >&2
    exit 1
fi
echo "merged too early: $(cat "$dir/early")"
SECONDS=0
await 'the array ends' bash -c "! squeue --noheader --job=$job | grep -q ."
grep --no-filename . "$dir"/task-*.log

echo '== merged, and one run of the whole'
"$xtask" merge "$RECORDS" --records "$dir/merged" >"$dir/merged.txt"
"$xtask" run "$experiment" --trials "$trials" --records "$dir/whole" >"$dir/whole.txt"
cmp "$dir/merged.txt" "$dir/whole.txt"
cmp "$dir/merged/${experiment/\//-}.jsonl" "$dir/whole/${experiment/\//-}.jsonl"
echo "identical: $trials trials in 8 tasks, 1 killed and 1 requeued"
