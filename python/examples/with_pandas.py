"""How many URLs of a Parquet file each grammar accepts. With pandas."""

import sys

import pandas as pd

import uri_lineage as ul


def main(path: str, column: str = "url") -> None:
    verdicts = ul.check(pd.read_parquet(path, columns=[column])[column])
    print(verdicts.struct.explode().notna().sum().to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
